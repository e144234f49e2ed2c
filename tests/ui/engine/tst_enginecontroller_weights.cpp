// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "engine/onnx/writer.h"
#include "ui/engine/enginecontroller.h"
#include "ui/text/text.h"

#include <QLocale>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>

using namespace weightless;
using namespace weightless::ui;

namespace {

// y = x + w, with w hollow: half of it fits any type, half of it is beyond float16.
constexpr int64_t elements = 4096;

QString writeLargeNumbers(const QString& folder)
{
    Model model;
    model.irVersion = 8;
    model.opsets = {{"", 17}};
    auto weights = std::make_shared<ConstantInfo>();
    weights->name = "w";
    weights->descriptor = {DataType::Float32, {elements}};
    weights->sizeBytes = elements * sizeof(float);
    model.graph.constants = {weights};
    model.graph.inputs = {{"x", DataType::Float32, SymbolicShape {{elements, ""}}}};
    model.graph.outputs = {{"y", DataType::Float32, SymbolicShape {{elements, ""}}}};
    model.graph.nodes = {
        {.name = "sum", .opType = "Add", .inputs = {"x", "w"}, .outputs = {"y"}, .attributes = {}}};
    const QString path = folder + QStringLiteral("/large.onnx");
    onnx_io::writeModel(toPath(path), model,
        [](const ConstantInfo&) -> onnx_io::ByteFiller {
            return [index = size_t {0}](std::span<std::byte> next) mutable {
                for (size_t i = 0; i < next.size(); i += sizeof(float), ++index) {
                    const float value = index % 2 == 0 ? 1.0F : 1e6F;
                    std::memcpy(next.data() + i, &value, sizeof value);
                }
            };
        },
        {});
    return path;
}

} // namespace

// What becomes of weights that are loaded as another type.
class EngineControllerWeightsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(m_folder.isValid());
        m_model = writeLargeNumbers(m_folder.path());
    }

    void valuesBeyondTheTypeAreAWarning_data()
    {
        QTest::addColumn<std::optional<DataType>>("type");
        QTest::addColumn<int>("warnings");
        QTest::newRow("as they are") << std::optional<DataType>() << 0;
        QTest::newRow("bf16") << std::optional(DataType::BFloat16) << 0;
        QTest::newRow("fp16") << std::optional(DataType::Float16) << 1;
    }

    void valuesBeyondTheTypeAreAWarning()
    {
        QFETCH(std::optional<DataType>, type);
        QFETCH(int, warnings);
        EngineController controller;
        controller.setWeightsType(type);
        controller.openModel(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 30'000);
        QSignalSpy problems(&controller, &EngineController::reported);
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(controller.state(), EngineState::Ready);
        QCOMPARE(problems.size(), warnings);
        if (warnings > 0) {
            const auto problem = problems.front().front().value<Problem>();
            QVERIFY(problem.severity == Severity::Warning);
            QVERIFY2(problem.message.contains(QLocale().toString(elements / 2))
                    && problem.message.contains(QLatin1String("'w'")),
                qPrintable(problem.message));
        }
    }

    // What was asked of a model that could not be opened is not asked of another one.
    void whatWasAskedEndsWithTheModel()
    {
        EngineController controller;
        controller.setWeightsType(DataType::Float16);
        controller.setFreeDimensions({{"batch", 8}});
        QSignalSpy problems(&controller, &EngineController::reported);
        controller.openModel(m_folder.filePath(QStringLiteral("absent.onnx")));
        QTRY_COMPARE_WITH_TIMEOUT(problems.size(), 1, 30'000);
        QTRY_COMPARE(controller.state(), EngineState::Empty);
        QVERIFY(controller.freeDimensions().empty());
        QVERIFY(!controller.weightsType());
    }

private:
    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_MAIN(EngineControllerWeightsTest)
#include "tst_enginecontroller_weights.moc"
