// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/devicepolicy.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicebenchmark.h"
#include "engine/runtime/devicelist.h"
#include "engine/runtime/devicerecord.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/kernelcompilation.h"
#include "engine/runtime/kerneltrials.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <stop_token>

using namespace weightless;
using namespace weightless::testing;

namespace {

constexpr auto half = DataType::Float16;
constexpr const char* folderVariable = "WEIGHTLESS_TEST_CACHE"; // where a process measures that ends by it

BenchmarkOptions smallBenchmark()
{
    BenchmarkOptions options;
    options.copiedBytes = 1 << 20;
    options.largestProduct = 256;
    return options;
}

std::filesystem::path pathOf(const QTemporaryDir& folder)
{
    return folder.path().toStdString();
}

// A card whose matrix units are believed in.
std::shared_ptr<Context> openCard(const std::filesystem::path& cacheFolder)
{
    std::string reason;
    ContextOptions options;
    options.pipelineCacheFolder = cacheFolder;
    auto context = openTestContext(reason, std::move(options));
    if (!context) {
        qWarning("%s", reason.c_str());
    }
    return context;
}

const TensorDescriptor square {half, {256, 256}}; // large enough for units

std::shared_ptr<Graph> productOn(const std::shared_ptr<Context>& context)
{
    GraphBuilder builder(context);
    const Operand product = builder.node("MatMul", {builder.input("a", square), builder.input("b", square)});
    return builder.build(std::array {std::pair<std::string, Operand> {"y", product}});
}

// Of zeros.
void run(Graph& graph)
{
    const auto& context = graph.internals().context;
    const NamedTensors inputs {{"a", context->createTensor(square)}, {"b", context->createTensor(square)}};
    context->dispatch(graph, inputs, NamedTensors {{"y", context->createTensor(square)}});
    context->waitIdle();
}

void multiply(const std::shared_ptr<Context>& context)
{
    run(*productOn(context));
}

bool hasFailed(const std::optional<DeviceRates>& rates, const char* kernel)
{
    const DeviceRates::Product* product = rates ? findProduct(*rates, kernel, half) : nullptr;
    return product != nullptr && product->hasFailed();
}

} // namespace

// Drivers that list matrix units and fail to compile their kernels, lose the device with them, or end the
// program.
class TestFailingUnits : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_reason = openCard({}) ? "" : "no device";
        WEIGHTLESS_NEEDS_DEVICE(m_reason.empty(), m_reason.c_str());
        QVERIFY2(ops::prefersMatrices(openCard({})->device().traits, half), "the layers are not there");
    }

    void cleanup() { qunsetenv("WEIGHTLESS_MATRIX_KERNELS"); }

    void whatFailedWhenMeasuredIsNotTaken_data()
    {
        QTest::addColumn<QByteArray>("result");
        QTest::newRow("not compiled") << QByteArray("-13");
        QTest::newRow("as if the CPU's memory were used up") << QByteArray("-1");
        QTest::newRow("the device is lost") << QByteArray("-4");
    }

    void whatFailedWhenMeasuredIsNotTaken()
    {
        QFETCH(const QByteArray, result);
        qputenv("WEIGHTLESS_MATRIX_KERNELS", result);
        const QTemporaryDir folder;
        const auto context = openCard(pathOf(folder));
        const MeasuredDevice measured = measureDevice(context, smallBenchmark());
        QVERIFY(!measured.isKept);
        for (const char* kernel : {"matrix", "imagematrix", "tiledmatrix"}) {
            QVERIFY2(hasFailed(measured.rates, kernel), kernel);
        }
        const DeviceRates::Product* shared = findProduct(measured.rates, "shared", half);
        QVERIFY(shared != nullptr && shared->isRight);
        QCOMPARE(context->internals()->device->isLost(), result == "-4");
        QVERIFY(!measured.context->internals()->device->isLost());

        for (const auto& each : {measured.context, openCard(pathOf(folder))}) {
            QVERIFY(each->device().traits.matrixUnits);
            QVERIFY(ops::largeProductFor(each->device().traits, half) == ops::ProductKernel::Shared);
            QVERIFY(!ops::prefersMatrixAttention(each->device().traits, half));
            multiply(each);
            QCOMPARE(each->validationMessages(), uint64_t {0});
        }
    }

    void whatFailedBeforeIsTriedLast()
    {
        const QTemporaryDir folder;
        const auto context = openCard(pathOf(folder));
        DeviceRates former;
        former.memoryBytesPerSecond = 1e9;
        former.products = {failedKernel("matrix", half), {"shared", half, 256, 1e9}};
        keepRates(pathOf(folder), context->device(), former);
        std::vector<std::string> steps;
        BenchmarkOptions options = smallBenchmark();
        options.onStep = [&](const std::string& what) { steps.push_back(what); };
        static_cast<void>(measureDevice(context, options));
        QVERIFY2(steps.back().starts_with("matrix products of float16"), steps.back().c_str());
        former.products.push_back(failedKernel("imagematrix", half));
        former.products.push_back(failedKernel("tiledmatrix", half));
        QVERIFY(keptRates(pathOf(folder), context->device()) == former);
    }

    void whatStopsItLeavesTheRecordAsItWas()
    {
        const QTemporaryDir folder;
        const auto context = openCard(pathOf(folder));
        std::stop_source stop;
        bool wasMarked = false;
        BenchmarkOptions options = smallBenchmark();
        options.stopToken = stop.get_token();
        const auto atTheMatrix = [&](const std::function<void()>& end) {
            wasMarked = false;
            options.onStep = [&, end](const std::string& what) {
                if (what.starts_with("matrix products of float16")) {
                    wasMarked = hasFailed(keptRates(pathOf(folder), context->device()), "matrix");
                    end();
                }
            };
        };
        atTheMatrix([] { throw std::bad_alloc(); });
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, static_cast<void>(measureDevice(context, options)));
        QVERIFY(wasMarked);
        QVERIFY(!keptRates(pathOf(folder), context->device()));
        atTheMatrix([&] { stop.request_stop(); });
        EXPECT_ERROR(measureDevice(context, options), ErrorKind::Cancelled, "cancelled");
        QVERIFY(wasMarked);
        QVERIFY(!keptRates(pathOf(folder), context->device()));
    }

    // That is this test in a process of its own.
    void whatEndedTheProgramIsNotTaken()
    {
        if (qEnvironmentVariableIsSet(folderVariable)) {
            static_cast<void>(
                measureDevice(openCard(qgetenv(folderVariable).toStdString()), smallBenchmark()));
            return;
        }
        const QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(folderVariable), folder.path());
        environment.insert(QStringLiteral("WEIGHTLESS_MATRIX_KERNELS"), QStringLiteral("end"));
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(
            QCoreApplication::applicationFilePath(), {QString::fromLatin1(QTest::currentTestFunction())});
        QVERIFY(program.waitForFinished(300'000));
        QVERIFY2(!program.readAllStandardOutput().contains("Totals"), "it came to its end");
        const auto later = openCard(pathOf(folder));
        QVERIFY(hasFailed(keptRates(pathOf(folder), later->device()), "matrix"));
        QVERIFY(ops::largeProductFor(later->device().traits, half) == ops::ProductKernel::Shared);
        multiply(later);
    }

    // What nobody measured.
    void aRunThatFailsIsTheLast()
    {
        const QTemporaryDir folder;
        const auto context = openCard(pathOf(folder));
        const auto before = productOn(context);
        const auto product = productOn(context);
        EXPECT_ERROR(run(*product), ErrorKind::Unsupported, "load the model again");
        QVERIFY(before->isOutdated() && product->isOutdated());
        EXPECT_ERROR(run(*product), ErrorKind::Unsupported, "load the model again");
        product->unload();
        QVERIFY(before->isOutdated() && !product->isOutdated());
        run(*product);
        QVERIFY(!productOn(context)->isOutdated());
        multiply(context);
        multiply(openCard(pathOf(folder)));
        const auto other = openCard({});
        EXPECT_ERROR(multiply(other), ErrorKind::Unsupported, "cannot compile kernel");
        multiply(other);
    }

    // The CPU's memory may have been used up just then.
    void aRunThatFailsForMemoryIsTheLastOfItsProgram()
    {
        qputenv("WEIGHTLESS_MATRIX_KERNELS", "-1");
        const QTemporaryDir folder;
        const auto context = openCard(pathOf(folder));
        EXPECT_ERROR(multiply(context), ErrorKind::Unsupported, "until the device is opened again");
        multiply(context);
        const auto later = openCard(pathOf(folder));
        QVERIFY(!keptRates(pathOf(folder), later->device()));
        QVERIFY(ops::prefersMatrices(later->device().traits, half));
    }

    // Compiled ahead, by whom nobody asked; another run then fails of something else.
    void whatNoRunNeededIsNotRemembered()
    {
        const QTemporaryDir folder;
        const auto context = openCard(pathOf(folder));
        const auto kernels = productOn(context)->compileKernels();
        awaitKernels(*kernels);
        const TensorDescriptor descriptor {half, {4}};
        GraphBuilder builder(context);
        const Operand sum =
            builder.node("Add", {builder.input("a", descriptor), builder.input("b", descriptor)});
        const auto graph = builder.build(std::array {std::pair<std::string, Operand> {"y", sum}});
        const NamedTensors inputs {
            {"a", context->createTensor(descriptor)}, {"b", context->createTensor(descriptor)}};
        const auto failing = [](const std::string&, const TensorDescriptor&) -> std::shared_ptr<Tensor> {
            throw Error(ErrorKind::Unsupported, "no such output");
        };
        EXPECT_ERROR(context->dispatch(*graph, inputs, failing), ErrorKind::Unsupported, "no such output");
        QVERIFY(!keptRates(pathOf(folder), context->device()));
        QVERIFY(ops::prefersMatrices(context->device().traits, half));
    }

    void unitsCanBeTurnedOff()
    {
        qputenv("WEIGHTLESS_MATRIX_UNITS", "off");
        const auto restore = qScopeGuard([] { qunsetenv("WEIGHTLESS_MATRIX_UNITS"); });
        const auto context = openCard({});
        QVERIFY(!context->device().traits.matrixUnits);
        multiply(context);
        for (const ListedDevice& device : listDeviceFacts()) {
            QVERIFY(device.facts.matrixShapes.empty() && !device.info.traits.matrixUnits);
        }
        const QTemporaryDir folder;
        keepRates(pathOf(folder), context->device(), withoutMatrixUnits({}));
        const MeasuredDevice measured = measureDevice(openCard(pathOf(folder)), smallBenchmark());
        QVERIFY(findProduct(measured.rates, "matrix", half) == nullptr);
        QVERIFY(keptRates(pathOf(folder), context->device()) == withoutMatrixUnits({})); // still known

        std::vector<std::string> warnings;
        qputenv("WEIGHTLESS_MATRIX_UNITS", "no");
        ContextOptions options;
        options.log = [&](LogLevel, const std::string& message) { warnings.push_back(message); };
        QVERIFY(Context::create(options)->device().traits.matrixUnits);
        QVERIFY(std::ranges::any_of(warnings,
            [](const std::string& text) { return text.find("WEIGHTLESS_MATRIX_UNITS") != text.npos; }));
    }

private:
    std::string m_reason;
};

QTEST_GUILESS_MAIN(TestFailingUnits)
#include "tst_failingunits.moc"
