// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/tensorio.h"
#include "engine/onnx/writer.h"
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"
#include "ui/models/inputmodel.h"
#include "ui/models/outputmodel.h"
#include "ui/pages/runpage.h"
#include "ui/run/rememberedruns.h"
#include "ui/run/resultview.h"
#include "ui/text/text.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <limits>
#include <optional>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// A page on a model that doubles float32[batch, 3], planned for a batch of 1.
class RunPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        Model model;
        model.opsets = {{"", 17}};
        const SymbolicShape shape {{-1, "batch"}, {3, {}}};
        model.graph.inputs = {{"x", DataType::Float32, shape}};
        model.graph.outputs = {
            {"y", DataType::Float32, shape}, {"z", DataType::Float32, SymbolicShape {{-1, {}}, {-1, {}}}}};
        model.graph.nodes = {{.name = "double", .opType = "Add", .inputs = {"x", "x"}, .outputs = {"y"}},
            {.name = "same", .opType = "Identity", .inputs = {"y"}, .outputs = {"z"}}};
        onnx_io::writeModel(toPath(path("free.onnx")), model, {}, {});
    }

    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        m_controller = std::make_unique<EngineController>();
        m_remembered.emplace();
        m_page = std::make_unique<RunPage>(*m_controller, *m_remembered);
        m_state = named<QLabel>(*m_page, "State of the run");
        m_controller->openModel(path("free.onnx"));
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->canLoad() || m_controller->canRun(), 60'000);
        if (m_controller->canLoad())
            m_controller->startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
    }

    void cleanup()
    {
        m_page.reset();
        m_controller.reset();
    }

    // As on the command line.
    void aFileDecidesTheFreeSizes()
    {
        choose("five.npy", {DataType::Float32, {5, 3}});
        m_page->dispatch(); // also where it was not looked at yet
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(m_controller->runResult()->outputs[0].descriptor.shape, (Shape {5, 3}));
        QCOMPARE(batch()->value(), 5);
        choose("seven.pb", {DataType::Float32, {7, 3}});
        QTRY_COMPARE(batch()->value(), 7);
        QVERIFY(m_page->obstacle().isEmpty());
    }

    // A run that waits for a file is of that file: with another source it is asked for anew.
    void aRunThatWaitsEndsWithItsSource()
    {
        QSignalSpy started(m_controller.get(), &EngineController::runStarted);
        choose("five.npy", {DataType::Float32, {5, 3}});
        m_page->dispatch();
        QCOMPARE(m_state->text(), QStringLiteral("Reading the files…"));
        m_page->inputs().setSource(0, {.kind = InputKind::Random});
        QCOMPARE(m_state->text(), QStringLiteral("Ready to run."));
        choose("seven.pb", {DataType::Float32, {7, 3}});
        QTRY_COMPARE(batch()->value(), 7);
        QCOMPARE(started.size(), 0);
        m_page->dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
    }

    void aRunThatWaitsForWhatDoesNotFitIsNone()
    {
        QSignalSpy started(m_controller.get(), &EngineController::runStarted);
        choose("whole.npy", {DataType::Int32, {5, 3}});
        m_page->dispatch();
        QTRY_VERIFY2(m_state->text().contains(QLatin1String("int32[5, 3]")), qPrintable(m_state->text()));
        QCOMPARE(started.size(), 0);
    }

    void whatDoesNotFitIsSaidBeforeTheRun_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QList<int>>("shape");
        QTest::addColumn<QString>("held");
        QTest::newRow("type") << int(DataType::Int32) << QList {5, 3} << QStringLiteral("int32[5, 3]");
        QTest::newRow("rank") << int(DataType::Float32) << QList {3} << QStringLiteral("float32[3]");
        QTest::newRow("size") << int(DataType::Float32) << QList {5, 4} << QStringLiteral("float32[5, 4]");
    }

    void whatDoesNotFitIsSaidBeforeTheRun()
    {
        QFETCH(int, type);
        QFETCH(QList<int>, shape);
        QFETCH(QString, held);
        choose("other.npy", {static_cast<DataType>(type), Shape(shape.begin(), shape.end())});
        QTRY_VERIFY2(m_state->text().contains(held), qPrintable(m_state->text()));
        QVERIFY(m_state->text().contains(QLatin1String("float32[1, 3]")));
        QCOMPARE(m_page->obstacle(), m_state->text());
        m_page->inputs().setSource(0, {.kind = InputKind::Ones});
        QVERIFY(m_page->obstacle().isEmpty());
    }

    void otherSizesThanThoseOfTheFileAreNoneForIt()
    {
        choose("five.npy", {DataType::Float32, {5, 3}});
        QTRY_COMPARE(batch()->value(), 5);
        batch()->setValue(6);
        QVERIFY2(m_page->obstacle().contains(QLatin1String("float32[6, 3]")), qPrintable(m_page->obstacle()));
        batch()->setValue(5);
        QVERIFY(m_page->obstacle().isEmpty());
    }

    void outputsHaveTheSizesOfThisRun()
    {
        const OutputModel& outputs = m_page->outputs();
        const auto shape = [&outputs](int row) {
            return outputs.index(row, OutputModel::ShapeColumn).data().toString();
        };
        QCOMPARE(shape(0), QStringLiteral("[1, 3]"));
        QCOMPARE(shape(1), QStringLiteral("[1, 3]"));
        QVERIFY(!m_page->hasOtherSizes());
        batch()->setValue(6);
        QVERIFY(m_page->hasOtherSizes());
        QCOMPARE(shape(0), QStringLiteral("[6, 3]"));
        QCOMPARE(shape(1), QStringLiteral("[?, ?]"));
        batch()->setValue(1);
        QVERIFY(!m_page->hasOtherSizes());
        QCOMPARE(shape(1), QStringLiteral("[1, 3]"));
    }

    // What was typed for a run is not the file's to give up.
    void aModelThatIsReadAgainKeepsWhatWasChosen()
    {
        const InputSource seeded {.kind = InputKind::Random, .seed = 63};
        OutputModel& outputs = m_page->outputs();
        m_page->inputs().setSource(0, seeded);
        batch()->setValue(6);
        named<QSpinBox>(*m_page, "How often to run")->setValue(3);
        QVERIFY(outputs.setData(outputs.index(0, OutputModel::Location), Qt::Unchecked, Qt::CheckStateRole));
        open("free.onnx");
        QVERIFY(m_page->inputs().source(0) == seeded);
        QCOMPARE(batch()->value(), 6);
        QCOMPARE(named<QSpinBox>(*m_page, "How often to run")->value(), 3);
        QVERIFY(outputs.deviceOutputs().contains("y"));
        m_controller->buildGraph(); // with another type of weights, say
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
        QCOMPARE(batch()->value(), 6);
        planWith({{"batch", 2}}); // a plan that is asked for with other sizes begins with them
        QCOMPARE(batch()->value(), 2);
    }

    void eachModelHasItsOwnChoices()
    {
        m_page->inputs().setSource(0, {.kind = InputKind::Random, .seed = 63});
        batch()->setValue(6);
        QVERIFY(QFile::copy(path("free.onnx"), path("other.onnx")));
        open("other.onnx");
        QVERIFY(m_page->inputs().source(0) == InputSource());
        QCOMPARE(batch()->value(), 1);
        m_controller->closeModel();
        open("free.onnx");
        QCOMPARE(m_page->inputs().source(0).seed, 63U);
        QCOMPARE(batch()->value(), 6);
    }

    void aFileThatIsNoneIsNamed()
    {
        m_page->inputs().setSource(0, {.kind = InputKind::File, .path = toPath(path("absent.npy"))});
        QTRY_VERIFY2(m_state->text().contains(QLatin1String("absent.npy")), qPrintable(m_state->text()));
        QVERIFY(!m_page->obstacle().isEmpty());
    }

    void aFileThatIsNoPictureIsNamed()
    {
        QFile file(path("letter.png"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("Dear Sir,") > 0);
        file.close();
        m_page->inputs().setSource(0, {.kind = InputKind::Image, .path = toPath(file.fileName())});
        QTRY_VERIFY2(m_state->text().contains(QLatin1String("no picture")), qPrintable(m_state->text()));
        QCOMPARE(m_page->obstacle(), m_state->text());
    }

    // A picture of a line of text says how wide it is, once: somebody may want another width.
    void aPictureDecidesTheWidth()
    {
        openForPictures({8, {}});
        choosePicture();
        QTRY_COMPARE(size(3), 24);
        sizeBox("width")->setValue(40);
        choosePicture(ImageRange::Bytes);
        QTest::qWait(200); // as long as it takes to read the file again
        QCOMPARE(size(3), 40);
        open("line.onnx");
        QTest::qWait(200);
        QCOMPARE(size(3), 40);
    }

    // As on the command line: whoever gives the plan a width wants the picture in it.
    void aPictureLeavesASizeThatWasGiven()
    {
        openForPictures({8, {}});
        planWith({{"width", 40}});
        choosePicture();
        m_page->dispatch(); // once the picture has been read
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(m_controller->runResult()->outputs[0].descriptor.shape, (Shape {1, 3, 8, 40}));
    }

    void aPictureLeavesASizeThatWasTyped()
    {
        openForPictures({8, {}});
        sizeBox("width")->setValue(40);
        choosePicture();
        m_page->dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(size(3), 40);
    }

    // Where the model leaves both sides free, one follows the other once that was chosen.
    void aSideFollowsTheOneThatIsChosen()
    {
        openForPictures({-1, "height"});
        choosePicture();
        m_page->dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->runResult() != nullptr, 60'000);
        QCOMPARE(size(3), 224); // neither was chosen
        sizeBox("height")->setValue(16);
        QTRY_COMPARE(size(3), 48);
        sizeBox("height")->setValue(224); // chosen, though as suggested
        QCOMPARE(size(3), 672); // the picture has been read
        sizeBox("width")->setValue(100);
        QCOMPARE(size(2), 224);
        sizeBox("height")->setValue(16);
        QCOMPARE(size(3), 100);
    }

    void aSideFollowsTheOneOfThePlan()
    {
        openForPictures({-1, "height"});
        planWith({{"height", 16}});
        choosePicture();
        QTRY_COMPARE(size(3), 48);
    }

    // Not a number is never equal to itself: what was shown was of other inputs for ever.
    void noNumberIsTheSameAgain()
    {
        m_page->inputs().setSource(
            0, {.kind = InputKind::Number, .number = {std::numeric_limits<double>::quiet_NaN()}});
        run();
        QVERIFY2(m_state->text().startsWith(QLatin1String("Ran in")), qPrintable(m_state->text()));
        m_page->inputs().setData(
            m_page->inputs().index(0, InputModel::Source), sourceCode(InputKind::Zeros), Qt::EditRole);
        QVERIFY(m_state->text().contains(QLatin1String("other inputs")));
        run();
        QVERIFY2(m_state->text().startsWith(QLatin1String("Ran in")), qPrintable(m_state->text()));
    }

    // What took long to compute is not lost to a file that is gone.
    void aRunThatFailsLeavesTheResultsOfTheOneBefore()
    {
        ResultView view(*m_controller, m_page->outputs(), *m_remembered);
        run();
        const auto* table = named<QTableView>(view, "Outputs of the graph");
        QVERIFY(m_page->outputs().resultOf(0) != nullptr && table);
        failToRun();
        QVERIFY(m_page->outputs().resultOf(0) != nullptr);
        QVERIFY2(m_state->text().contains(QLatin1String("of the run before")), qPrintable(m_state->text()));
        m_page->inputs().setSource(0, {.kind = InputKind::Ones});
        run();
        QVERIFY2(m_state->text().startsWith(QLatin1String("Ran in")), qPrintable(m_state->text()));
    }

    // A run that its inputs keep from beginning leaves what is on the device.
    void whatIsOnTheDeviceOutlivesBadInputs()
    {
        ResultView view(*m_controller, m_page->outputs(), *m_remembered);
        OutputModel& outputs = m_page->outputs();
        QVERIFY(outputs.setData(outputs.index(0, OutputModel::Location), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(outputs.deviceOutputs().contains("y"));
        run();
        QVERIFY(outputs.resultOf(0) != nullptr && outputs.resultOf(0)->isOnDevice());
        auto* read = named<QPushButton>(view, "Read the output back");
        QVERIFY(read->isEnabled());
        failToRun();
        QVERIFY(outputs.resultOf(0) != nullptr && outputs.resultOf(0)->isOnDevice());
        QVERIFY2(m_state->text().contains(QLatin1String("of the run before")), qPrintable(m_state->text()));
        QVERIFY(read->isEnabled());
        read->click();
        QTRY_VERIFY(outputs.resultOf(0) != nullptr && !outputs.resultOf(0)->isOnDevice());
    }

private:
    // A model that doubles a picture of free width and this height.
    void openForPictures(const Dimension& height)
    {
        Model model;
        model.opsets = {{"", 17}};
        const SymbolicShape shape {{1, {}}, {3, {}}, height, {-1, "width"}};
        model.graph.inputs = {{"x", DataType::Float32, shape}};
        model.graph.outputs = {{"y", DataType::Float32, shape}};
        model.graph.nodes = {{.name = "double", .opType = "Add", .inputs = {"x", "x"}, .outputs = {"y"}}};
        onnx_io::writeModel(toPath(path("line.onnx")), model, {}, {});
        open("line.onnx");
    }
    void planWith(const std::map<std::string, int64_t>& sizes)
    {
        m_controller->setFreeDimensions(sizes);
        m_controller->buildGraph();
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
    }
    // Three times as wide as high.
    void choosePicture(ImageRange range = ImageRange::ZeroToOne)
    {
        QFile file(path("line.ppm"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("P6 6 2 255\n" + QByteArray(36, 'x')) > 0);
        file.close();
        m_page->inputs().setSource(
            0, {.kind = InputKind::Image, .path = toPath(file.fileName()), .imageRange = range});
    }
    [[nodiscard]] int64_t size(size_t axis) const
    {
        return m_page->inputs().inputs()[0].descriptor.shape[axis];
    }
    void failToRun()
    {
        choose("cut.npy", {DataType::Float32, {1, 3}});
        QTRY_VERIFY(m_page->obstacle().isEmpty());
        QTest::qWait(50); // it has been read, and is damaged only then
        std::filesystem::resize_file(toPath(path("cut.npy")), 64);
        QSignalSpy failed(m_controller.get(), &EngineController::runFailed);
        m_page->dispatch();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60'000);
    }
    void run()
    {
        QSignalSpy finished(m_controller.get(), &EngineController::runFinished);
        m_page->dispatch();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
    }
    void open(const char* name)
    {
        QSignalSpy built(m_controller.get(), &EngineController::graphBuilt);
        m_controller->openModel(path(name));
        QTRY_COMPARE_WITH_TIMEOUT(built.size(), 1, 60'000);
        QCOMPARE(m_controller->state(), EngineState::Ready);
    }
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    [[nodiscard]] QSpinBox* batch() const { return sizeBox("batch"); }
    [[nodiscard]] QSpinBox* sizeBox(const char* symbol) const
    {
        return named<QSpinBox>(
            *m_page, qPrintable(QStringLiteral("Free dimension ") + QLatin1String(symbol)));
    }
    void choose(const char* name, const TensorDescriptor& descriptor)
    {
        const std::filesystem::path file = toPath(path(name));
        writeTensor(file, makeHostTensor(descriptor), "x");
        m_page->inputs().setSource(0, {.kind = InputKind::File, .path = file});
    }

    QTemporaryDir m_folder;
    std::unique_ptr<EngineController> m_controller;
    std::optional<RememberedRuns> m_remembered;
    std::unique_ptr<RunPage> m_page;
    QLabel* m_state = nullptr;
};

QTEST_MAIN(RunPageTest)
#include "tst_runpage.moc"
