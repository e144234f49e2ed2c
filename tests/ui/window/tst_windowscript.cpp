// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/windowtest.h"
#include "tests/widgets/eventloopwatchdog.h"

#include "engine/demo/architecture.h"
#include "engine/formats/npyfile.h"
#include "ui/engine/loadchoices.h"
#include "ui/models/inputmodel.h"
#include "ui/models/problemmodel.h"
#include "ui/pages/budgetpanel.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/run/resultview.h"
#include "ui/text/text.h"
#include "ui/window/scriptrunner.h"
#include "widgets/graph/graphview.h"
#include "widgets/plot/memoryplot.h"

#include <QFileInfo>
#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <optional>

using namespace weightless;
using namespace weightless::ui;

// What the command line asks the window to do.
class WindowScriptTest : public WindowTest {
    Q_OBJECT

    // Of a model with an input of texts and one of numbers, of the same free size.
    LaunchOptions runOfTrees() const
    {
        LaunchOptions options;
        options.model = m_folder.filePath(QStringLiteral("trees.onnx"));
        options.loads = true;
        options.runs = true;
        writeDemo(DemoArchitecture::Trees, {.scale = 32}, toPath(options.model));
        return options;
    }

    // Whether the script did all that it was to do; none: it does not end.
    static std::optional<bool> endOf(MainWindow& window, const LaunchOptions& options)
    {
        ScriptRunner script(window, options);
        const QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        return QTest::qWaitFor([&] { return finished.size() == 1; }, 120'000)
            ? std::optional(finished.front().front().toBool())
            : std::nullopt;
    }

private slots:
    void loadAndRunByScript()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_model;
        options.modes = {LoadMode::Conventional, LoadMode::Streamed};
        options.loads = true;
        options.runs = true;
        options.screenshot = m_folder.filePath(QStringLiteral("window.png"));
        options.graphFile = m_folder.filePath(QStringLiteral("graph.svg"));
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        window.show();
        widgets::EventLoopWatchdog watchdog;
        watchdog.start();
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
        QVERIFY2(watchdog.hasAnswered(), qPrintable(QString::number(watchdog.largestWorkMs())));
        QVERIFY2(finished.front().front().toBool(), qPrintable(window.pages().problems->model().toText({})));
        QVERIFY(!QImage(options.screenshot).isNull());
        QVERIFY(QFileInfo(options.graphFile).size() > 1000);
        QCOMPARE(window.pages().memory->plot().runNames().size(), 2);
        QVERIFY(window.controller().runResult() != nullptr);
        // The profile is seen on the graph: one step from the results.
        QVERIFY(window.pages().graph->view().display().colouring != widgets::GraphColouring::Time);
        emit window.pages().results->graphWanted();
        QVERIFY(window.pages().graph->view().display().colouring == widgets::GraphColouring::Time);
        QVERIFY(window.dockLayout().isShown(Panel::Graph));
        // Every weight that the graph needs is set, in the table and in the graph.
        for (const int tensor : window.controller().graph()->tensorOfConstant) {
            QVERIFY(window.pages().tensors->model().state(tensor) == TensorState::Set);
            QCOMPARE(window.pages().graph->view().constantState(tensor), 1.0);
        }
    }

    // Under a limit of device memory what has no lasting place is told apart from what is there.
    void aWeightThatComesWithRunsSaysSo()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        LaunchOptions options;
        const QTemporaryDir folder;
        options.model = writeSmallModel(folder.path(), DemoPart::Sd15Unet);
        options.modes = {LoadMode::Streamed};
        options.deviceBudget = BudgetSize {.share = 0.6};
        options.loads = true;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        window.show();
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
        QVERIFY2(finished.front().front().toBool(), qPrintable(window.pages().problems->model().toText({})));
        const TensorModel& tensors = window.pages().tensors->model();
        const auto countOf = [&](TensorState state) { return std::ranges::count(tensors.states(), state); };
        QVERIFY(countOf(TensorState::ComesWithRuns) > 0);
        QVERIFY(countOf(TensorState::Set) > 0);
        QCOMPARE(countOf(TensorState::Hollow), 0);
        const auto row =
            std::ranges::find(tensors.states(), TensorState::ComesWithRuns) - tensors.states().begin();
        widgets::GraphView& graph = window.pages().graph->view();
        graph.selectConstant(static_cast<int>(row));
        QVERIFY2(graph.accessibleDescription().contains(QLatin1String("comes with each run")),
            qPrintable(graph.accessibleDescription()));

        window.controller().unload();
        QTRY_COMPARE(window.controller().state(), EngineState::Hollow);
        QCOMPARE(countOf(TensorState::ComesWithRuns) + countOf(TensorState::Set), 0);
        window.controller().startLoad({.mode = LoadMode::Streamed});
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Ready, 60'000);
        QCOMPARE(countOf(TensorState::ComesWithRuns), 0);
    }

    void scriptChoosesTheModeWithoutLoading()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.modes = {LoadMode::Conventional};
        const ScriptRunner script(window, options);
        QVERIFY(window.loadChoices().mode() == LoadMode::Conventional);
    }

    // It was dropped where no load was asked for.
    void scriptLimitsWithoutLoading()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        LaunchOptions options;
        const QTemporaryDir folder;
        options.model = writeSmallModel(folder.path(), DemoPart::Sd15Unet);
        options.deviceBudget = BudgetSize {.share = 0.6};
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        window.show();
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
        QVERIFY2(finished.front().front().toBool(), qPrintable(window.pages().problems->model().toText({})));
        QCOMPARE(window.controller().state(), EngineState::Hollow);
        BudgetPanel& budget = window.pages().load->budget();
        QVERIFY(budget.isChecked());
        QVERIFY(window.loadChoices().deviceBudget() > 0); // predicted before the script ends

        // Taken back it stays so with another plan.
        budget.setChecked(false);
        QSignalSpy built(&window.controller(), &EngineController::graphBuilt);
        window.controller().buildGraph();
        QTRY_COMPARE_WITH_TIMEOUT(built.size(), 1, 60'000);
        QVERIFY(!budget.isChecked());
    }

    void scriptFailsOnBadInput()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_folder.filePath(QStringLiteral("nowhere.onnx"));
        options.loads = true;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(!finished.front().front().toBool());
    }

    // What a folder cannot be asked for is not dropped without a word, and the script ends.
    void whatAFolderCannotDoFails_data()
    {
        QTest::addColumn<QString>("arguments");
        for (const char* const arguments : {"--dim batch=2", "--weights-type fp16", "--device-budget 25%",
                 "--mode streamed --load", "--mode auto,conventional --run", "--input x=y.npy --run",
                 "--image-range bytes --run", "--export-graph graph.json", "--export-graph graph.svg"})
            QTest::newRow(arguments) << QString::fromLatin1(arguments);
    }

    void whatAFolderCannotDoFails()
    {
        QFETCH(QString, arguments);
        QStringList line = arguments.split(QLatin1Char(' '));
        const QString option = line.front();
        line = QStringList {QStringLiteral("weightless"), m_folder.path()} + line;
        const LaunchOptions options = LaunchParser::parse(line);
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        MainWindow window(false);
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(!finished.front().front().toBool());
        const QString problems = window.pages().problems->model().toText({});
        QVERIFY2(problems.contains(option + QLatin1Char(':')), qPrintable(problems));
    }

    // What is remembered of an input may be a file that is gone.
    void aRunThatIsRefusedSaysWhy()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_model;
        options.loads = true;
        options.runs = true;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        connect(&window.controller(), &EngineController::graphBuilt, &window, [&window] {
            InputModel& inputs = window.pages().run->inputs();
            inputs.setSource(0, {.kind = InputKind::File}); // none
        });
        window.show();
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
        QVERIFY(!finished.front().front().toBool());
        const QString problems = window.pages().problems->model().toText({});
        QVERIFY2(problems.contains(QLatin1String("needs a file")), qPrintable(problems));
        QVERIFY(window.dockLayout().isShown(Panel::Problems));
    }

    // A file is read before the run: the script ends, too, where what it holds is found out that late.
    void aFileThatIsNotThereEndsTheScript()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_model;
        options.loads = true;
        options.runs = true;
        options.inputs["input_ids"] = {
            .kind = InputKind::File, .path = toPath(m_folder.filePath(QStringLiteral("gone.npy")))};
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        window.show();
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
        QVERIFY(!finished.front().front().toBool());
        const QString problems = window.pages().problems->model().toText({});
        QVERIFY2(problems.contains(QLatin1String("gone.npy")), qPrintable(problems));
    }

    // Without a model they are for the first one that the user opens.
    void dimensionsWaitForAModel()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.freeDimensions["no such dimension"] = 3;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(finished.front().front().toBool());
        const ProblemModel& problems = window.pages().problems->model();
        QVERIFY(!problems.toText({}).contains(QLatin1String("no such dimension")));
        open(window);
        QTRY_VERIFY(problems.toText({}).contains(QLatin1String("no such dimension")));
    }

    void dimensionsEndWithTheirModel()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_folder.filePath(QStringLiteral("nowhere.onnx"));
        options.freeDimensions["batch"] = 3;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(!finished.front().front().toBool());
        QVERIFY(window.controller().freeDimensions().empty());
    }

    // It ran with an empty text, and with one of two.
    void textsAreAskedFor()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        LaunchOptions options = runOfTrees();
        for (const bool isGiven : {false, true}) {
            if (isGiven)
                options.inputs["city"] = {.kind = InputKind::Text, .text = "Paris;Rome"};
            MainWindow window(false);
            const std::optional<bool> hasWorked = endOf(window, options);
            QVERIFY(hasWorked.has_value());
            const QString problems = window.pages().problems->model().toText({});
            QVERIFY2(*hasWorked == isGiven, qPrintable(problems));
            QVERIFY2(isGiven || problems.contains(QLatin1String("needs a text")), qPrintable(problems));
            const auto& inputs = window.pages().run->inputs().inputs();
            const auto numbers = std::ranges::find(inputs, "numbers", &GraphPort::name);
            QVERIFY(numbers != inputs.end());
            QCOMPARE(numbers->descriptor.shape, (Shape {isGiven ? 2 : 1, 4}));
        }
    }

    // They were refused while a file was read that decides the same size: one that was chosen before, say.
    void textsAreGivenBesideFiles()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        LaunchOptions options = runOfTrees();
        const QString numbers = m_folder.filePath(QStringLiteral("numbers.npy"));
        writeNpyFile(toPath(numbers), makeHostTensor({DataType::Float32, {2, 4}}));
        options.inputs["city"] = {.kind = InputKind::Text, .text = "Paris;Rome"};
        options.inputs["numbers"] = {.kind = InputKind::File, .path = toPath(numbers)};
        for (int i = 0; i < 2; ++i) {
            MainWindow window(false);
            const std::optional<bool> hasWorked = endOf(window, options);
            QVERIFY(hasWorked.has_value());
            const QString problems = window.pages().problems->model().toText({});
            QVERIFY2(*hasWorked, qPrintable(problems));
            options.inputs.erase("numbers"); // which is remembered
        }
    }

    // No size of the model has to do with it.
    void anUnknownDeviceAsksForAnother()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_model;
        options.device = 99;
        options.loads = true;
        const std::optional<bool> hasWorked = endOf(window, options);
        QVERIFY(hasWorked.has_value());
        QVERIFY(!*hasWorked);
        const QString problems = window.pages().problems->model().toText({});
        QVERIFY2(problems.contains(QLatin1String("index 99")), qPrintable(problems));
        QVERIFY2(
            problems.contains(ProblemText::deviceAdvice(ErrorKind::InvalidArgument)), qPrintable(problems));
        QVERIFY2(!problems.contains(QLatin1String("free dimensions")), qPrintable(problems));
    }

    void unknownDimensionFails()
    {
        MainWindow window(false);
        LaunchOptions options;
        options.model = m_model;
        options.freeDimensions["no such dimension"] = 3;
        const std::optional<bool> hasWorked = endOf(window, options);
        QVERIFY(hasWorked.has_value());
        QVERIFY(!*hasWorked);
        QVERIFY(window.pages().problems->model().toText({}).contains(QLatin1String("no such dimension")));
    }
};

QTEST_MAIN(WindowScriptTest)
#include "tst_windowscript.moc"
