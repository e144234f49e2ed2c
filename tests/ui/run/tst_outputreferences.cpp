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
#include "ui/run/outputreferences.h"
#include "ui/run/rememberedruns.h"
#include "ui/run/resultview.h"
#include "ui/text/text.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

namespace {

HostTensor row(std::initializer_list<double> values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, {1, static_cast<int64_t>(values.size())}});
    size_t index = 0;
    for (const double value : values)
        setElement(tensor, index++, value);
    return tensor;
}

} // namespace

// Inputs and results of a model that doubles float32[batch, 3], beside which lie three sets of test data: one
// that it agrees with, one that it does not, and one that lacks an output.
class OutputReferencesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QLocale::setDefault(QLocale::c());
        Model model;
        model.opsets = {{"", 17}};
        const SymbolicShape shape {{-1, "batch"}, {3, {}}};
        model.graph.inputs = {{"x", DataType::Float32, shape}};
        model.graph.outputs = {{"y", DataType::Float32, shape}, {"z", DataType::Float32, shape}};
        model.graph.nodes = {{.name = "double", .opType = "Add", .inputs = {"x", "x"}, .outputs = {"y"}},
            {.name = "same", .opType = "Identity", .inputs = {"y"}, .outputs = {"z"}}};
        onnx_io::writeModel(toPath(path("model.onnx")), model, {}, {});
        QVERIFY(QDir().mkpath(path("elsewhere")));
        onnx_io::writeModel(toPath(path("elsewhere/model.onnx")), model, {}, {});
        write("test_data_set_0/input_0.pb", row({1, 2, 3}));
        write("test_data_set_0/output_0.pb", row({2, 4, 6}));
        write("test_data_set_0/output_1.pb", row({2, 4, 6.001}));
        write("test_data_set_2/input_0.pb", row({1, 2, 3}));
        write("test_data_set_2/output_0.pb", row({2, 4, 6}));
        write("test_data_set_10/input_0.pb", row({4, 5, 6}));
        write("test_data_set_10/output_0.pb", row({8, 11, 12}));
        write("test_data_set_10/output_1.pb", row({8, 10, 12}));
    }

    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        m_controller = std::make_unique<EngineController>();
        m_remembered.emplace();
        m_page = std::make_unique<RunPage>(*m_controller, *m_remembered);
        m_results = std::make_unique<ResultView>(*m_controller, m_page->outputs(), *m_remembered);
        m_results->setReferences(m_page->references());
        open("model.onnx");
        QTRY_COMPARE(m_page->references().dataSets().size(), size_t {3});
    }

    void cleanup()
    {
        m_results.reset();
        m_page.reset();
        m_controller.reset();
    }

    void testDataAreOffered()
    {
        QVERIFY(!bar()->isHidden() && use()->isEnabled());
        QCOMPARE(sets()->count(), 3);
        QCOMPARE(sets()->itemText(2), QStringLiteral("test_data_set_10"));
        QVERIFY(table()->isColumnHidden(OutputModel::Reference));
        use()->click();
        const InputSource& source = m_page->inputs().source(0);
        QVERIFY(source.kind == InputKind::File);
        QCOMPARE(fromPath(source.path), path("test_data_set_0/input_0.pb"));
        QVERIFY(!table()->isColumnHidden(OutputModel::Reference));
        QCOMPARE(verdict(0), QStringLiteral("after the run"));
        run();
        QTRY_COMPARE(verdict(0), QStringLiteral("✓ as expected"));
        QCOMPARE(difference(0), QStringLiteral("0"));
        QTRY_COMPARE(verdict(1), QStringLiteral("✓ as expected")); // within a thousandth
        QCOMPARE(difference(1), QStringLiteral("0.001"));
        QVERIFY(details(1).contains(QLatin1String("test_data_set_0/output_1.pb")));
        QVERIFY2(state()->text().startsWith(QStringLiteral("✓ 2 output")), qPrintable(state()->text()));
    }

    void whatDiffersIsTold()
    {
        sets()->setCurrentIndex(2);
        use()->click();
        run();
        QTRY_COMPARE(verdict(0), QStringLiteral("✗ 1 of 3 elements differ"));
        QCOMPARE(difference(0), QStringLiteral("1"));
        QVERIFY2(details(0).contains(QLatin1String("The first at [0, 1]: 10 instead of 11")),
            qPrintable(details(0)));
        QTRY_VERIFY(state()->text().startsWith(QStringLiteral("✗ 1 of 2 output")));
    }

    // What the run before gave is not said of the inputs that the next one is to have.
    void anotherSetIsNotYetCompared()
    {
        use()->click();
        run();
        QTRY_VERIFY(state()->text().startsWith(QStringLiteral("✓ 2 output")));
        sets()->setCurrentIndex(2);
        use()->click();
        QCOMPARE(state()->text(), QStringLiteral("The inputs are those of test_data_set_10."));
    }

    // Whether or not the next plan can be made.
    void verdictsGoWithTheirResult()
    {
        use()->click();
        run();
        QTRY_VERIFY(state()->text().startsWith(QStringLiteral("✓ 2 output")));
        m_controller->buildGraph();
        QVERIFY(verdict(0).isEmpty());
        QVERIFY(named<QLabel>(*m_results, "Copies that the run made")->text().isEmpty());
        QVERIFY(!state()->text().contains(QLatin1String("✓")));
        QVERIFY(!use()->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(verdict(0), QStringLiteral("after the run"), 60'000);
    }

    void aSetThatDoesNotFitSaysWhy()
    {
        sets()->setCurrentIndex(1);
        QVERIFY(!use()->isEnabled());
        QVERIFY2(state()->text().contains(QLatin1String("1 output file, the model 2 outputs")),
            qPrintable(state()->text()));
    }

    // What a data set says is of its inputs alone.
    void otherInputsAreNotCompared()
    {
        use()->click();
        run();
        QTRY_COMPARE(verdict(0), QStringLiteral("✓ as expected"));
        m_page->inputs().setSource(0, {.kind = InputKind::Ones});
        QCOMPARE(verdict(0), QStringLiteral("✓ as expected")); // of the run that is shown
        run();
        QVERIFY(verdict(0).isEmpty());
        QVERIFY(table()->isColumnHidden(OutputModel::Reference));
    }

    // A model may have a thousand inputs, whose shapes follow each step of a size.
    void onlyWhatInputsAreFilledFromIsFollowed()
    {
        QSignalSpy changed(&m_page->references(), &OutputReferences::changed);
        m_page->inputs().setShapes({{"x", {7, 3}}});
        QCOMPARE(m_page->inputs().inputs().front().descriptor.shape, (Shape {7, 3}));
        m_page->inputs().setSource(0, {.kind = InputKind::Ones}); // which fills no set either
        QCOMPARE(changed.size(), 0);
        use()->click();
        QCOMPARE(changed.size(), 1);
        QCOMPARE(state()->text(), QStringLiteral("The inputs are those of test_data_set_0."));
    }

    // The files of a set that were chosen before, in another session, say, are the set.
    void rememberedInputsHaveTheirReferences()
    {
        sets()->setCurrentIndex(2);
        use()->click();
        m_page->rememberChoices();
        open("elsewhere/model.onnx");
        QTRY_VERIFY(bar()->isHidden());
        open("model.onnx");
        QTRY_COMPARE(state()->text(), QStringLiteral("The inputs are those of test_data_set_10."));
        QCOMPARE(sets()->currentIndex(), 2);
        QCOMPARE(verdict(0), QStringLiteral("after the run"));
        sets()->setCurrentIndex(0); // to look at
        QVERIFY(state()->text().isEmpty());
        QCOMPARE(sets()->currentIndex(), 0);
    }

    // Behind a link ".." is beside what it leads to.
    void testDataBehindALinkAreFound()
    {
        QVERIFY(QDir().mkpath(path("real/sub")));
        std::error_code error;
        std::filesystem::create_directory_symlink(toPath(path("real/sub")), toPath(path("link")), error);
        if (error)
            QSKIP("links need a privilege here");
        write("real/test_data_set_7/input_0.pb", row({1, 2, 3}));
        write("real/test_data_set_7/output_0.pb", row({2, 4, 6}));
        auto model = std::make_shared<Model>();
        model->path = toPath(path("link/../model.onnx"));
        model->graph.inputs = {{"x", DataType::Float32, SymbolicShape {{-1, "batch"}, {3, {}}}}};
        model->graph.outputs = {{"y", DataType::Float32, SymbolicShape {{-1, "batch"}, {3, {}}}}};
        TestDataSets sets;
        sets.find(makeDocument(model));
        QTRY_COMPARE(sets.sets().size(), size_t {1});
        QCOMPARE(sets.sets().front().name, QStringLiteral("test_data_set_7"));
        InputSource source {.kind = InputKind::File};
        source.path = toPath(path("link/../test_data_set_7/input_0.pb"));
        QVERIFY(sets.setThatFills({{"x", source}}) != nullptr);
        source.path = toPath(path("test_data_set_7/input_0.pb")); // another one
        QVERIFY(sets.setThatFills({{"x", source}}) == nullptr);
    }

    // A sequence is filled by the command line alone.
    void dataThatAreNoTensorsAreNotOffered()
    {
        Model model;
        model.opsets = {{"", 17}};
        model.graph.inputs = {{"s", DataType::Float32, SymbolicShape {{2, {}}}, "sequence"}};
        model.graph.outputs = {{"n", DataType::Int64, SymbolicShape {}}};
        model.graph.nodes = {
            {.name = "count", .opType = "SequenceLength", .inputs = {"s"}, .outputs = {"n"}}};
        QVERIFY(QDir().mkpath(path("sequence")));
        onnx_io::writeModel(toPath(path("sequence/model.onnx")), model, {}, {});
        write("sequence/test_data_set_0/input_0.pb", row({1, 2}));
        write("sequence/test_data_set_0/output_0.pb", row({1}));
        m_controller->openModel(path("sequence/model.onnx"));
        QTRY_COMPARE(m_page->references().dataSets().size(), size_t {1});
        QVERIFY(!use()->isEnabled());
        QVERIFY2(state()->text().contains(QLatin1String("'s' is no tensor")), qPrintable(state()->text()));
    }

    // Before the plan there are no inputs to fill.
    void isOfferedOnceThereAreInputs()
    {
        QVERIFY(use()->isEnabled());
        m_page->inputs().setInputs({});
        QVERIFY(!use()->isEnabled());
    }

    void aFileMayBeChosenForAnOutput()
    {
        m_page->inputs().setSource(0, {.kind = InputKind::Ones});
        run();
        write("ones.npy", row({2, 2, 2}));
        m_page->references().choose(QStringLiteral("z"), toPath(path("ones.npy")));
        QTRY_COMPARE(verdict(1), QStringLiteral("✓ as expected"));
        QVERIFY(verdict(0).isEmpty());
        write("ones.npy", row({2, 2, 3})); // it is read anew for each run
        run();
        QTRY_COMPARE(verdict(1), QStringLiteral("✗ 1 of 3 elements differ"));
        table()->selectRow(1);
        auto* drop = named<QPushButton>(*m_results, "Do not compare the output with the chosen file");
        QVERIFY(!drop->isHidden());
        drop->click();
        QVERIFY(drop->isHidden());
        QVERIFY(table()->isColumnHidden(OutputModel::Reference));
    }

    void referencesThatDoNotFit()
    {
        m_page->inputs().setSource(0, {.kind = InputKind::Ones});
        run();
        write("short.npy", row({2, 2}));
        m_page->references().choose(QStringLiteral("y"), toPath(path("short.npy")));
        QTRY_COMPARE(verdict(0), QStringLiteral("✗ float32[1, 3] instead of float32[1, 2]"));
        QVERIFY(difference(0).isEmpty());
        m_page->references().choose(QStringLiteral("y"), toPath(path("absent.npy")));
        QTRY_COMPARE(verdict(0), QStringLiteral("✗ the reference cannot be read"));
        QVERIFY2(details(0).contains(QLatin1String("absent.npy")), qPrintable(details(0)));
    }

    void whatStaysOnTheDeviceIsComparedOnceRead()
    {
        use()->click();
        OutputModel& outputs = m_page->outputs();
        QVERIFY(outputs.setData(outputs.index(0, OutputModel::Location), Qt::Unchecked, Qt::CheckStateRole));
        run();
        QCOMPARE(verdict(0), QStringLiteral("on the device"));
        QTRY_COMPARE(verdict(1), QStringLiteral("✓ as expected"));
        m_controller->readOutput(QStringLiteral("y"));
        QTRY_COMPARE(verdict(0), QStringLiteral("✓ as expected"));
        QCOMPARE(verdict(1), QStringLiteral("✓ as expected"));
    }

    void referencesAreTheModels()
    {
        m_page->references().choose(QStringLiteral("y"), toPath(path("ones.npy")));
        open("model.onnx"); // again
        QVERIFY(m_page->references().isChosen(QStringLiteral("y")));
        open("elsewhere/model.onnx");
        QVERIFY(!m_page->references().isChosen(QStringLiteral("y")));
        QVERIFY(table()->isColumnHidden(OutputModel::Reference));
    }

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    void write(const char* name, const HostTensor& tensor) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        writeTensor(toPath(path(name)), tensor, {});
    }

    void open(const char* name)
    {
        m_controller->openModel(path(name));
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->canLoad() || m_controller->canRun(), 60'000);
        if (m_controller->canLoad())
            m_controller->startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 60'000);
    }

    void run()
    {
        QSignalSpy ended(m_controller.get(), &EngineController::runFinished);
        QTRY_COMPARE(m_page->obstacle(), QString());
        m_page->dispatch();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60'000);
    }

    [[nodiscard]] QPushButton* use() const
    {
        for (auto* button : m_page->findChildren<QPushButton*>()) {
            if (button->text().remove(QLatin1Char('&'))
                == QLatin1String("Use the Test Data Beside the Model"))
                return button;
        }
        return nullptr;
    }
    [[nodiscard]] QWidget* bar() const { return use()->parentWidget(); }
    [[nodiscard]] QComboBox* sets() const { return named<QComboBox>(*m_page, "Test data set"); }
    [[nodiscard]] QLabel* state() const { return named<QLabel>(*m_page, "State of the test data"); }
    [[nodiscard]] QTableView* table() const { return named<QTableView>(*m_results, "Outputs of the graph"); }
    [[nodiscard]] QString cell(int output, int column, int role = Qt::DisplayRole) const
    {
        return m_page->outputs().index(output, column).data(role).toString();
    }
    [[nodiscard]] QString verdict(int output) const { return cell(output, OutputModel::Reference); }
    [[nodiscard]] QString difference(int output) const { return cell(output, OutputModel::Difference); }
    [[nodiscard]] QString details(int output) const
    {
        return cell(output, OutputModel::Reference, Qt::ToolTipRole);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<EngineController> m_controller;
    std::optional<RememberedRuns> m_remembered;
    std::unique_ptr<RunPage> m_page;
    std::unique_ptr<ResultView> m_results;
};

QTEST_MAIN(OutputReferencesTest)
#include "tst_outputreferences.moc"
