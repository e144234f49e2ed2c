// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/tensorio.h"
#include "engine/onnx/writer.h"
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"
#include "ui/engine/loadchoices.h"
#include "ui/models/inputmodel.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/runpage.h"
#include "ui/run/rememberedruns.h"
#include "ui/text/text.h"

#include <QFile>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// Who decides the sizes of a plan and of its runs. One model is a decoder whose mask must be as long as what
// is past and what is new, the other doubles a picture of free width.
class DecidedSizesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        writeDecoder();
        writePicture();
    }

    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        m_controller = std::make_unique<EngineController>();
        m_choices = std::make_unique<LoadChoices>(*m_controller);
        m_remembered = std::make_unique<RememberedRuns>();
        m_load = std::make_unique<LoadPage>(*m_controller, *m_choices);
        m_run = std::make_unique<RunPage>(*m_controller, *m_remembered);
    }

    void cleanup()
    {
        m_run.reset();
        m_load.reset();
        m_remembered.reset();
        m_choices.reset();
        m_controller.reset();
    }

    // Tokens in a file make the mask as long as they need it.
    void aFileCarriesItsSumsAlong()
    {
        open("decoder.onnx");
        choose(0, "ids.npy", {DataType::Float32, {1, 10}});
        m_run->dispatch();
        QTRY_COMPARE(box(*m_run, "total_sequence_length")->value(), 87);
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(m_controller->runResult()->outputs[0].descriptor.shape, (Shape {1, 87}));
        m_run->inputs().setSource(0, {.kind = InputKind::Ones});
        QCOMPARE(box(*m_run, "sequence_length")->value(), 77);
        QCOMPARE(box(*m_run, "total_sequence_length")->value(), 154);
    }

    void aSizeOfAFileFollowsNoOther()
    {
        open("decoder.onnx");
        choose(1, "mask.npy", {DataType::Float32, {1, 7}});
        QTRY_COMPARE(box(*m_run, "total_sequence_length")->value(), 7);
        box(*m_run, "past_sequence_length")->setValue(3);
        QCOMPARE(box(*m_run, "total_sequence_length")->value(), 7);
        box(*m_run, "sequence_length")->setValue(4);
        QVERIFY2(m_run->obstacle().isEmpty(), qPrintable(m_run->obstacle()));
    }

    // With --dim, say: other sizes change it neither on the Load page nor for a run.
    void aSizeOfThePlanFollowsNoOther()
    {
        m_controller->setFreeDimensions({{"total_sequence_length", 154}});
        open("decoder.onnx");
        box(*m_run, "past_sequence_length")->setValue(9);
        QCOMPARE(box(*m_run, "total_sequence_length")->value(), 154);
        box(*m_load, "past_sequence_length")->setValue(5);
        QCOMPARE(box(*m_load, "total_sequence_length")->value(), 154);
        QCOMPARE(box(*m_load, "sequence_length")->value(), 149); // what the mask leaves
        QTRY_VERIFY_WITH_TIMEOUT(
            m_controller->graph() && m_controller->graph()->freeDimensions.at("sequence_length") == 149,
            60'000);
    }

    void aSizeThatWasTypedOutlivesReadingAgain()
    {
        open("decoder.onnx");
        box(*m_load, "total_sequence_length")->setValue(82);
        box(*m_load, "past_sequence_length")->setValue(5);
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
        open("decoder.onnx");
        box(*m_load, "past_sequence_length")->setValue(6);
        QCOMPARE(box(*m_load, "total_sequence_length")->value(), 82);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_controller->graph() && m_controller->graph()->freeDimensions.at("sequence_length") == 76,
            60'000);
        QCOMPARE(m_controller->graph()->freeDimensions.at("total_sequence_length"), 82);
    }

    // A file that decides a size no longer leaves it as the plan has it.
    void aFileThatIsTakenBackLeavesTheSizesOfThePlan()
    {
        m_controller->setFreeDimensions({{"width", 40}});
        open("picture.onnx");
        choose(0, "wide.npy", {DataType::Float32, {1, 3, 8, 56}});
        QTRY_COMPARE(box(*m_run, "width")->value(), 56);
        m_run->inputs().setSource(0, {.kind = InputKind::Zeros});
        QCOMPARE(box(*m_run, "width")->value(), 40);
    }

    // As on the command line: whoever gives a width wants it, whatever would have been suggested.
    void aGivenSizeMayBeTheSuggestedOne()
    {
        m_controller->setFreeDimensions({{"width", 224}});
        open("picture.onnx");
        choosePicture();
        m_run->dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(m_controller->runResult()->outputs[0].descriptor.shape, (Shape {1, 3, 8, 224}));
    }

    // Only what was chosen is remembered, and none of what followed it.
    void whatFollowsIsNotRemembered()
    {
        m_controller->setFreeDimensions({{"past_sequence_length", 3}, {"sequence_length", 77}});
        open("decoder.onnx");
        m_run->rememberChoices();
        QVERIFY(m_remembered->of(path("decoder.onnx")).sizes
            == (std::map<std::string, int64_t> {{"past_sequence_length", 3}, {"sequence_length", 77}}));
    }

    // The next model has suggestions of its own, and nothing was chosen for it.
    void sizesOfAPlanEndWithTheirModel()
    {
        open("decoder.onnx");
        box(*m_load, "past_sequence_length")->setValue(3);
        box(*m_load, "batch")->setValue(2);
        QVERIFY(m_controller->freeDimensions()
            == (std::map<std::string, int64_t> {{"batch", 2}, {"past_sequence_length", 3}}));
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
        QCOMPARE(m_controller->graph()->freeDimensions.at("total_sequence_length"), int64_t {80});
        open("picture.onnx");
        box(*m_load, "width")->setValue(32);
        QVERIFY(m_controller->freeDimensions() == (std::map<std::string, int64_t> {{"width", 32}}));
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
        m_controller->closeModel();
        QVERIFY(m_controller->freeDimensions().empty());
    }

    // What was planned with for one model is neither shown for another, nor remembered as chosen for it.
    void aRememberedSizeGoesBeforeThatOfAnotherModel()
    {
        RunChoices choices;
        choices.sizes = {{"batch", 4}};
        QFile::remove(path("other.onnx"));
        QVERIFY(QFile::copy(path("decoder.onnx"), path("other.onnx")));
        m_remembered->remember(path("other.onnx"), choices);
        open("decoder.onnx");
        box(*m_load, "batch")->setValue(8);
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
        open("other.onnx");
        QCOMPARE(box(*m_run, "batch")->value(), 4);
        QCOMPARE(box(*m_load, "batch")->value(), 1);
        m_run->rememberChoices();
        QVERIFY(m_remembered->of(path("other.onnx")) == choices);
        open("decoder.onnx");
        QCOMPARE(box(*m_run, "batch")->value(), 8); // remembered, as of any other day
    }

private:
    void writeDecoder() const
    {
        const auto input = [](const char* name, const char* length) {
            return ValueInfo {name, DataType::Float32, SymbolicShape {{-1, "batch"}, {-1, length}}};
        };
        Model model;
        model.opsets = {{"", 17}};
        model.graph.inputs = {input("ids", "sequence_length"), input("mask", "total_sequence_length"),
            input("past", "past_sequence_length")};
        model.graph.outputs = {input("y", "total_sequence_length")};
        model.graph.nodes = {{.name = "all",
                                 .opType = "Concat",
                                 .inputs = {"past", "ids"},
                                 .outputs = {"both"},
                                 .attributes = Attributes({{.name = "axis", .value = int64_t {1}}})},
            {.name = "masked", .opType = "Add", .inputs = {"both", "mask"}, .outputs = {"y"}}};
        onnx_io::writeModel(toPath(path("decoder.onnx")), model, {}, {});
    }
    void writePicture() const
    {
        Model model;
        model.opsets = {{"", 17}};
        const SymbolicShape shape {{1, {}}, {3, {}}, {8, {}}, {-1, "width"}};
        model.graph.inputs = {{"x", DataType::Float32, shape}};
        model.graph.outputs = {{"y", DataType::Float32, shape}};
        model.graph.nodes = {{.name = "double", .opType = "Add", .inputs = {"x", "x"}, .outputs = {"y"}}};
        onnx_io::writeModel(toPath(path("picture.onnx")), model, {}, {});
    }
    // Until it can run: neither has constants.
    void open(const char* name) const
    {
        QSignalSpy built(m_controller.get(), &EngineController::graphBuilt);
        m_controller->openModel(path(name));
        QTRY_COMPARE_WITH_TIMEOUT(built.size(), 1, 60'000);
        QCOMPARE(m_controller->state(), EngineState::Ready);
    }
    void choose(int input, const char* name, const TensorDescriptor& descriptor) const
    {
        const std::filesystem::path file = toPath(path(name));
        writeTensor(file, makeHostTensor(descriptor), "x");
        m_run->inputs().setSource(input, {.kind = InputKind::File, .path = file});
    }
    // Three times as wide as high.
    void choosePicture() const
    {
        QFile file(path("line.ppm"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("P6 6 2 255\n" + QByteArray(36, 'x')) > 0);
        file.close();
        m_run->inputs().setSource(0, {.kind = InputKind::Image, .path = toPath(file.fileName())});
    }
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    [[nodiscard]] static QSpinBox* box(const QWidget& page, const char* symbol)
    {
        return named<QSpinBox>(page, qPrintable(QStringLiteral("Free dimension ") + QLatin1String(symbol)));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<EngineController> m_controller;
    std::unique_ptr<LoadChoices> m_choices;
    std::unique_ptr<RememberedRuns> m_remembered;
    std::unique_ptr<LoadPage> m_load;
    std::unique_ptr<RunPage> m_run;
};

QTEST_MAIN(DecidedSizesTest)
#include "tst_decidedsizes.moc"
