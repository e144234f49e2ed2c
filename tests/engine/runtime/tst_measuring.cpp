// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/attentioncheck.h"
#include "engine/runtime/benchmarktiming.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicebenchmark.h"
#include "engine/runtime/devicelist.h"
#include "engine/runtime/devicerecord.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/productcheck.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <stop_token>

using namespace weightless;
using namespace weightless::testing;

namespace {

Operand sumOf(GraphBuilder& builder, const std::string& ending, int64_t count)
{
    const TensorDescriptor descriptor {DataType::Float32, {count}};
    return builder.node(
        "Add", {builder.input("a" + ending, descriptor), builder.input("b" + ending, descriptor)});
}

class UnreadableDisk final : public ByteSource {
public:
    [[nodiscard]] std::string name() const override { return "disk.bin"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return 4096; }
    void readAt(uint64_t, std::span<std::byte>, const std::stop_token&) const override
    {
        throw Error(ErrorKind::Io, "Cannot read 'disk.bin'");
    }
    void checkUnchanged() const override { }
};

} // namespace

// What takes long measures itself: it hears of a stop between any two things it does.
class TestMeasuring : public ContextTest {
    Q_OBJECT

private slots:
    // Drivers take seconds for a model's kernels.
    void aStopComesBeforeTheKernels()
    {
        GraphBuilder builder(m_context);
        Operand value = builder.input("x", {DataType::Float32, {2, 3}});
        for (const char* op : {"Acosh", "Softplus", "HardSwish"}) {
            value = builder.node(op, {value});
        }
        const std::pair<std::string, Operand> outputs[] {{"y", value}};
        const auto graph = builder.build(outputs);
        const vulkan::PipelineLibrary& pipelines = *m_context->internals()->pipelines;
        const size_t before = pipelines.pipelineCount();
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(graph->measureRun({}, stop.get_token()), ErrorKind::Cancelled, "cancelled");
        QCOMPARE(pipelines.pipelineCount(), before);
        graph->measureRun();
        QVERIFY(pipelines.pipelineCount() > before);
    }

    // The arena of a measurement stayed until the model was unloaded, and was counted beside that of the run
    // to come.
    void nothingIsHeldAfterIt()
    {
        GraphBuilder builder(m_context);
        const Operand x = builder.input("x", {DataType::Float32, {64, 64}});
        const Operand product = builder.node("MatMul", {builder.node("MatMul", {x, x}), x});
        const std::pair<std::string, Operand> outputs[] {{"y", product}};
        const auto graph = builder.build(outputs);
        const uint64_t before = activations();
        graph->measureRun();
        QCOMPARE(activations(), before);
        // What a run has made stays for the next one.
        const std::vector<HostTensor> inputs {
            floatTensor({64, 64}, std::vector<float>(size_t {64} * 64, 0.5F))};
        const std::vector<float> expected(size_t {64} * 64, 64 * 64 * 0.125F);
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, inputs)[0]), expected);
        const uint64_t afterRun = activations();
        QVERIFY(afterRun > before);
        const uint64_t plans = m_context->transferCounts().plans;
        graph->measureRun();
        QCOMPARE(activations(), afterRun);
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, inputs)[0]), expected);
        QCOMPARE(activations(), afterRun);
        QCOMPARE(m_context->transferCounts().plans, plans);
    }

    void nothingIsHeldAfterAFailure()
    {
        ConstantInfo info;
        info.name = "w";
        info.descriptor = {DataType::UInt8, {4096}};
        info.sizeBytes = 4096;
        info.source.range = ResourceRange {std::make_shared<const UnreadableDisk>(), 0, 4096};
        GraphBuilder builder(m_context);
        const Operand w = builder.constant(std::make_shared<const ConstantInfo>(info));
        const std::pair<std::string, Operand> outputs[] {
            {"y", builder.node("Add", {builder.input("x", info.descriptor), w})}};
        const auto graph = builder.build(outputs);
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        const uint64_t before = activations();
        EXPECT_ERROR(graph->measureRun(options), ErrorKind::Io, "disk.bin"); // after computing
        QCOMPARE(activations(), before);
    }

    void aStopComesBeforeTheNextTry()
    {
        std::stop_source stop;
        BenchmarkOptions options;
        options.copiedBytes = 1 << 20;
        options.stopToken = stop.get_token();
        options.onStep = [&stop](const std::string&) { stop.request_stop(); };
        const uint64_t before = m_context->transferCounts().writes;
        EXPECT_ERROR(measureDevice(m_context, options), ErrorKind::Cancelled, "cancelled");
        QCOMPARE(m_context->transferCounts().writes, before);
    }

    // Beside them only copies write.
    void ratesAreThoseOfRandomNumbers()
    {
        BenchmarkOptions options;
        options.copiedBytes = 1 << 20;
        options.largestProduct = 256;
        const uint64_t before = m_context->transferCounts().writes;
        const DeviceRates rates = measureDevice(m_context, options).rates;
        constexpr uint64_t copies = 4;
        constexpr uint64_t others = 4; // of the sum, and of two chains
        const uint64_t written = m_context->transferCounts().writes - before;
        QVERIFY(written >= copies + others + 2 * rates.products.size());
        QVERIFY(!rates.products.empty() && rates.memoryBytesPerSecond > 0);
    }

    void everyInputHasNumbersOfItsOwn()
    {
        GraphBuilder builder(m_context);
        const Operand sum = sumOf(builder, "", 100'000);
        const auto graph = builder.build(std::array {std::pair<std::string, Operand> {"y", sum}});
        const NamedTensors inputs = benchmarkInputs(*m_context, *graph);
        const std::vector<float> a = floatsOf(m_context->readTensor(*inputs.at("a")));
        const std::vector<float> b = floatsOf(m_context->readTensor(*inputs.at("b")));
        QVERIFY(a.size() == 100'000 && b.size() == a.size() && a != b);
        for (const std::vector<float>& numbers : {a, b}) {
            QVERIFY(std::ranges::all_of(numbers, [](float number) { return std::abs(number) >= 0.5f; }));
        }
    }

    // However a device that was never measured cuts it.
    void shortWorkIsTimedInOneSubmission()
    {
        std::string reason;
        const auto context = openTestContext(reason);
        QVERIFY2(context, reason.c_str());
        context->internals()->workRate.set(1);
        const uint64_t mostWork = context->internals()->mostWorkPerSubmission();
        const BenchmarkClock clock(context, {});
        const auto submissions = [&](int count, double expectedSeconds) {
            const uint64_t before = context->transferCounts().submissions;
            const BenchmarkClock::Time time =
                clock.timeOf([](GraphBuilder& builder,
                                 const std::string& ending) { return sumOf(builder, ending, 1 << 20); },
                    count, expectedSeconds);
            const bool isAll = time.bytes == (uint64_t {3} << 22) * static_cast<uint64_t>(count);
            return isAll && time.seconds > 0 ? context->transferCounts().submissions - before : 0;
        };
        QCOMPARE(submissions(1, 0.01), uint64_t {4}); // tries
        QCOMPARE(submissions(3, 0.01), uint64_t {4});
        QVERIFY(submissions(1, BenchmarkClock::anyTime) > 4);
        QCOMPARE(context->internals()->mostWorkPerSubmission(), mostWork);
    }

    // However small the slices that were asked for.
    void blocksOfFiltersAreReadWhole()
    {
        std::string reason;
        const auto context = openTestContext(reason);
        QVERIFY2(context, reason.c_str());
        const TensorDescriptor filter {DataType::Float16, {64, 64, 5, 5}}; // whose blocks are 3200 bytes
        const auto bytes = std::make_shared<const std::vector<std::byte>>(byteCount(filter).value());
        ConstantInfo info;
        info.name = "w";
        info.descriptor = filter;
        info.sizeBytes = bytes->size();
        info.source.range = MemoryRange {bytes, 0, bytes->size()};
        GraphBuilder builder(context);
        const Operand w = builder.constant(std::make_shared<const ConstantInfo>(info));
        const Operand x = builder.input("x", {DataType::Float16, {1, 64, 8, 8}});
        const std::pair<std::string, Operand> outputs[] {{"y", builder.node("Conv", {x, w})}};
        const auto graph = builder.build(outputs);
        graph->internals().constants->setBlockedTaps(0, 25);
        QCOMPARE(graph->constant(0).blockedTaps, 25u);
        for (const std::optional<LoadPath> path :
            {std::optional<LoadPath>(), std::optional(LoadPath::Staged)}) {
            LoadOptions options;
            options.mode = LoadMode::Streamed;
            options.forcedPath = path;
            options.sliceBytes = 2048;
            options.readerCount = 1;
            graph->measureRun(options);
            QVERIFY(graph->internals().constants->rates().bytesPerSecond > 0);
        }
    }

    void everyKernelThatRunsIsRight()
    {
        std::set<std::string> checked;
        for (const DataType type : {DataType::Float32, DataType::Float16}) {
            for (const char* kernel :
                {"plain", "wide", "shared", "matrix", "group", "imageshared", "imagematrix", "imagegroup"}) {
                try {
                    QVERIFY2(isProductRight(m_context, kernel, type), kernel);
                    checked.insert(kernel);
                } catch (const Error& error) { // matrix units, say
                    QVERIFY2(error.kind() == ErrorKind::Unsupported, error.what());
                }
            }
        }
        QVERIFY(checked.contains("plain") && checked.contains("wide") && checked.contains("imageshared"));
    }

    void attentionThatRunsIsRight()
    {
        std::set<std::string> checked;
        for (const char* kernel : {"tiled", "tiledmatrix"}) {
            try {
                QVERIFY2(isAttentionRight(m_context, kernel, DataType::Float16), kernel);
                checked.insert(kernel);
            } catch (const Error& error) { // matrix units
                QVERIFY2(error.kind() == ErrorKind::Unsupported, error.what());
            }
        }
        QVERIFY(checked.contains("tiled"));
        const std::vector<float> expected {3.5f, -2, 0};
        QVERIFY(isAttentionRight(expected, expected));
        QVERIFY(!isAttentionRight(std::vector<float> {3, -2, 0}, expected));
        QVERIFY(!isAttentionRight(
            std::vector<float> {3.5f, -2, std::numeric_limits<float>::quiet_NaN()}, expected));
    }

    void wrongProductsAreFound()
    {
        const std::vector<float> expected {300, -7, 0};
        QVERIFY(isRight(expected, expected));
        QVERIFY(isRight(std::vector<float> {302, -7, 0}, expected)); // the next bfloat16
        QVERIFY(!isRight(std::vector<float> {304, -7, 0}, expected));
        QVERIFY(!isRight(std::vector<float> {300, -6, 0}, expected));
        QVERIFY(!isRight(std::vector<float> {300, -7, std::numeric_limits<float>::quiet_NaN()}, expected));
        QVERIFY(!isRight(std::vector<float> {300, -7}, expected));
    }

    // A measurement of less than by default says too little of a device.
    void whatIsWorthKeepingIsFollowedByLaterContexts()
    {
        const QTemporaryDir folder;
        ContextOptions options;
        options.pipelineCacheFolder = folder.path().toStdString();
        std::string reason;
        const auto context = openTestContext(reason, options);
        QVERIFY2(context, reason.c_str());
        BenchmarkOptions small;
        small.copiedBytes = 1 << 20;
        small.largestProduct = 256;
        QVERIFY(!isWorthKeeping(small));
        const MeasuredDevice measured = measureDevice(context, small);
        QVERIFY(!measured.rates.products.empty() && !measured.isKept);
        QVERIFY(!keptRates(options.pipelineCacheFolder, context->device()));

        DeviceRates rates;
        rates.memoryBytesPerSecond = 1e10;
        rates.products = {{"shared", DataType::Float32, 4096, 8e10},
            {"matrix", DataType::Float16, 4096, 9e10}, {"group", DataType::Float16, 4096, 2e11}};
        QVERIFY(context->internals()->learn(rates));
        const uint64_t mostWork = context->internals()->mostWorkPerSubmission();
        QCOMPARE(mostWork, uint64_t {20'000'000'000}); // a quarter of a second
        QVERIFY(context->device().traits.float16Products.prefersGroupMatrices);

        const auto later = openTestContext(reason, options);
        QVERIFY2(later, reason.c_str());
        QVERIFY(later->device().traits.float16Products.prefersGroupMatrices);
        QCOMPARE(later->internals()->mostWorkPerSubmission(), mostWork);
        const auto listed = listDeviceFacts({}, options.pipelineCacheFolder);
        const auto found = std::ranges::find(
            listed, later->device().index, [](const ListedDevice& device) { return device.info.index; });
        QVERIFY(found != listed.end() && found->rates == rates);
        QVERIFY(found->info.traits.float16Products.prefersGroupMatrices);
    }

    void aFolderThatCannotBeWrittenIsNoFailure()
    {
        std::vector<std::string> warnings;
        ContextOptions options;
        options.pipelineCacheFolder = "/dev/null/none";
        options.log = [&](LogLevel, const std::string& message) { warnings.push_back(message); };
        const auto context = Context::create(options);
        warnings.clear();
        QVERIFY(!context->internals()->learn({}));
        QVERIFY(warnings.size() == 1 && warnings.front().find("measured") != std::string::npos);
    }

private:
    [[nodiscard]] uint64_t activations() const
    {
        m_context->waitIdle(); // for what others left
        return m_context->memory().of(MemoryPurpose::Activations);
    }
};

QTEST_GUILESS_MAIN(TestMeasuring)
#include "tst_measuring.moc"
