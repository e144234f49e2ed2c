// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"
#include "tests/widgets/eventloopwatchdog.h"

#include "ui/document/selection.h"
#include "ui/engine/loadchoices.h"
#include "ui/models/inputmodel.h"
#include "ui/models/problemmodel.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/run/rememberedruns.h"
#include "ui/text/modetext.h"
#include "widgets/figure.h"
#include "widgets/plot/memoryplot.h"
#include "widgets/sizetreemap.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

class PagesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    // With rows that follow their contents, each that arrived measured all: this took many minutes.
    void manyProblemsArrive()
    {
        ProblemsPage page;
        page.resize(700, 300);
        page.show();
        const QString text = QStringLiteral("Constant 'x' cannot be read. ").repeated(12);
        widgets::EventLoopWatchdog watchdog;
        watchdog.start();
        int arrived = 0;
        for (int i = 0; i < 2 * ProblemModel::maxProblems; ++i)
            QMetaObject::invokeMethod(
                &page,
                [&page, &arrived, &text] {
                    page.add(warningOf(Task::Open, text + QString::number(arrived), text));
                    ++arrived;
                },
                Qt::QueuedConnection); // as from the worker
        QTRY_COMPARE_WITH_TIMEOUT(arrived, 2 * ProblemModel::maxProblems, 60'000);
        // The newest is in view, and whole.
        auto* table = page.findChild<QTableView*>();
        const int last = page.model().rowCount() - 1;
        const auto bottom = [&] { return table->rowViewportPosition(last) + table->rowHeight(last); };
        const auto room = [&] { return table->viewport()->height(); };
        QTRY_VERIFY2(bottom() <= room(),
            qPrintable(QStringLiteral("%1, %2 in %3").arg(bottom()).arg(table->rowHeight(last)).arg(room())));
        const int height = table->rowHeight(last);
        QVERIFY(height > 2 * page.fontMetrics().height());
        // Still when it grows, beyond what fits in the end: what was said last stands there.
        for (const int width : {600, 500, 400}) {
            page.resize(width, 300);
            QTRY_VERIFY(table->rowHeight(last) > height * 700 / (width + 50));
            QTRY_VERIFY2(bottom() <= room(),
                qPrintable(
                    QStringLiteral("%1, %2 in %3").arg(bottom()).arg(table->rowHeight(last)).arg(room())));
        }
        QVERIFY(table->rowHeight(last) > room());
        // So is what is scrolled to.
        table->scrollToTop();
        QTRY_VERIFY(table->rowHeight(0) > 2 * page.fontMetrics().height());
        QVERIFY2(watchdog.hasAnswered(), qPrintable(QString::number(watchdog.largestWorkMs())));
    }

    // The heaviest tensors come first, wherever the rows of the model before were scrolled to.
    void anotherModelBeginsAtTheTop()
    {
        Selection selection;
        TensorsPage page(selection);
        page.resize(600, 200);
        page.show();
        page.setDocument(smallDocument());
        auto* table = page.findChild<QTableView*>();
        table->scrollToBottom();
        QVERIFY(table->verticalScrollBar()->value() > 0);
        page.setDocument(smallDocument());
        QCOMPARE(table->verticalScrollBar()->value(), 0);
    }

    // A rectangle that is a scope selects it, and the other way round.
    void theMapSelectsScopes()
    {
        Selection selection;
        TensorsPage page(selection);
        page.setDocument(smallDocument());
        auto* map = page.findChild<widgets::SizeTreemap*>();
        map->resize(600, 400);
        int scope = 0;
        while (smallDocument()->outline[static_cast<size_t>(scope)].node >= 0)
            ++scope;
        emit map->selected(scope, -1);
        QVERIFY(selection.current().kind == SelectedItem::Kind::Scope);
        QCOMPARE(selection.current().scope, smallDocument()->outline[static_cast<size_t>(scope)].path);
        map->setCurrentIndex(-1);
        QObject other;
        selection.selectNode(0, &other);
        selection.selectScope(smallDocument()->outline[static_cast<size_t>(scope)].path, &other);
        QCOMPARE(map->currentIndex(), scope);
        selection.selectScope(QStringLiteral("no such scope"), &other);
        QCOMPARE(map->currentIndex(), scope);
    }

    void nothingIsStartedWithoutItsData()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        const QString model = writeSmallModel(m_folder.path());
        int removed = 0;
        for (const QString& name : QDir(m_folder.path()).entryList(QDir::Files))
            removed += name != QFileInfo(model).fileName() && QFile::remove(m_folder.filePath(name)) ? 1 : 0;
        QVERIFY(removed > 0);
        EngineController controller;
        LoadChoices choices(controller);
        LoadPage page(controller, choices);
        QSignalSpy problems(&controller, &EngineController::reported);
        controller.openModel(model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        QCOMPARE(problems.size(), 1); // not one for each of its constants
        QVERIFY(controller.graph()->tensorOfConstant.size() > 10);
        QVERIFY(!choices.canStart());
        const QString prediction = named<QLabel>(page, "What the load will need")->text();
        QVERIFY2(!prediction.contains(QLatin1String("fits")), qPrintable(prediction));
        QVERIFY2(prediction.contains(QLatin1String("no bytes")), qPrintable(prediction));
        // The data is back.
        QCOMPARE(writeSmallModel(m_folder.path()), model);
        controller.openModel(model);
        QTRY_VERIFY_WITH_TIMEOUT(choices.canStart(), 60'000);
    }

    // Where it is watched it is cancelled, and shows what is there, not how far it had come.
    void aLoadIsCancelledOnItsPage()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        LoadChoices choices(controller);
        LoadPage page(controller, choices);
        controller.openModel(writeSmallModel(m_folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        auto* button = named<QPushButton>(page, "Unload the weights");
        QVERIFY(!button->isEnabled());
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        LoadResult result;
        for (int i = 0; i < 20 && result.outcome != LoadOutcome::Cancelled;
             ++i) { // some end before they are stopped
            controller.startLoad({.mode = LoadMode::Conventional});
            QCOMPARE(button->accessibleName(), QStringLiteral("Cancel the load"));
            QVERIFY(button->isEnabled());
            button->click();
            QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 60'000);
            result = ended.takeFirst().front().value<LoadResult>();
            if (result.outcome == LoadOutcome::Finished) {
                controller.unload();
                QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
            }
        }
        QVERIFY(result.outcome == LoadOutcome::Cancelled);
        QCOMPARE(button->accessibleName(), QStringLiteral("Unload the weights"));
        QCOMPARE(named<QProgressBar>(page, "Load progress")->value(), 0);
        QVERIFY(named<QLabel>(page, "Current tensor")->text().isEmpty());
    }

    void aRunThatDidNotEndLeavesNoTimes()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        RememberedRuns remembered;
        RunPage page(controller, remembered);
        controller.openModel(writeSmallModel(m_folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        const QLabel* state = named<QLabel>(page, "State of the run");
        page.dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(QLatin1String("Ran in")), 60'000);
        // What is shown belongs to what was run.
        const InputSource ran = page.inputs().source(0);
        page.inputs().setSource(0, {.kind = InputKind::Random, .seed = 7});
        QVERIFY2(state->text().contains(QLatin1String("of other inputs")), qPrintable(state->text()));
        page.inputs().setSource(0, ran);
        QVERIFY2(state->text().startsWith(QLatin1String("Ran in")), qPrintable(state->text()));
        QSignalSpy failed(&controller, &EngineController::runFailed);
        named<QSpinBox>(page, "How often to run")->setValue(10'000);
        page.dispatch();
        controller.cancelRun();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60'000);
        // Nothing went wrong that one should look for.
        QVERIFY2(state->text().contains(QLatin1String("stopped")), qPrintable(state->text()));
        named<QSpinBox>(page, "How often to run")->setValue(1);
        page.dispatch();
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(QLatin1String("Ran in")), 60'000);
    }

    // A load that is cancelled and continued is one load: its bytes are told whole.
    void bytesByPathAreOfAllParts()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        controller.openModel(writeSmallModel(m_folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        const auto sum = [](const LoadResult& result) {
            const auto& bytes = result.report.bytesByPath;
            return std::accumulate(bytes.begin(), bytes.end(), uint64_t {0});
        };
        // Until a part was cancelled that had set something, and not all.
        LoadResult result;
        for (int i = 0; i < 200 && !controller.isPartlyLoaded(); ++i) {
            controller.unload();
            QTRY_COMPARE(controller.state(), EngineState::Hollow);
            result = load(controller, LoadMode::Streamed, 1);
        }
        QVERIFY(controller.isPartlyLoaded());
        result = load(controller, LoadMode::Streamed, 0);
        QVERIFY(result.outcome == LoadOutcome::Finished);
        const uint64_t parts = sum(result);
        QVERIFY(parts > 0);
        controller.unload();
        QTRY_COMPARE(controller.state(), EngineState::Hollow);
        result = load(controller, LoadMode::Streamed, 0);
        QCOMPARE(sum(result), parts); // of one that is whole
    }

    // What is pressed does not move away under the pointer.
    void buttonsStandStill()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        LoadChoices choices(controller);
        LoadPage page(controller, choices);
        page.resize(420, 700);
        page.show();
        controller.openModel(writeSmallModel(m_folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        const auto places = [&page] {
            QTest::qWait(0);
            QList<QRect> all;
            for (const QPushButton* button : page.findChildren<QPushButton*>())
                all.append(QRect(button->mapTo(&page, QPoint()), button->size()));
            return all;
        };
        const QList<QRect> before = places();
        QVERIFY(!before.isEmpty());
        for (const LoadMode mode : loadModes) {
            choices.setMode(mode);
            QCOMPARE(places(), before);
            QVERIFY(load(controller, mode, 0).outcome == LoadOutcome::Finished);
            QCOMPARE(places(), before);
            controller.unload();
            QTRY_COMPARE(controller.state(), EngineState::Hollow);
            QCOMPARE(places(), before);
        }
        static_cast<void>(load(controller, LoadMode::Streamed, 1));
        QCOMPARE(places(), before);
    }

    void theMemoryPageFollowsLoads()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        MemoryPage page(controller);
        page.resize(1000, 500);
        page.show();
        const auto figure = [&page](const QString& title) -> const widgets::Figure* {
            for (const auto* each : page.findChildren<widgets::Figure*>()) {
                if (each->title() == title)
                    return each;
            }
            return nullptr;
        };
        controller.openModel(writeSmallModel(m_folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        QVERIFY(figure(QStringLiteral("Conventional mode"))->note().contains(QLatin1String("predicted")));
        LoadResult result = load(controller, LoadMode::Streamed, 0);
        QCOMPARE(page.plot().runNames(), QStringList {ModeText::name(LoadMode::Streamed)});
        // After each of its constants, and the peak exactly.
        QVERIFY(page.plot().samples().size() >= result.report.constantCount);
        QCOMPARE(page.plot().peak().cpuOverheadBytes, qint64(result.report.hostOverheadPeakBytes));
        QVERIFY(figure(QStringLiteral("Against conventional"))->value().contains(QLatin1String("less")));
        controller.unload();
        QTRY_COMPARE(controller.state(), EngineState::Hollow);
        result = load(controller, LoadMode::Conventional, 0);
        QCOMPARE(page.plot().runNames().size(), 2);
        QCOMPARE(page.plot().peak().cpuOverheadBytes, qint64(result.report.hostOverheadPeakBytes));
        QVERIFY(figure(QStringLiteral("Conventional mode"))->note().contains(QLatin1String("measured")));
        controller.unload();
        QTRY_COMPARE(controller.state(), EngineState::Hollow);
        // One that is continued is one curve.
        for (int i = 0; i < 200 && !controller.isPartlyLoaded(); ++i) {
            controller.unload();
            QTRY_COMPARE(controller.state(), EngineState::Hollow);
            static_cast<void>(load(controller, LoadMode::Streamed, 1));
        }
        QVERIFY(controller.isPartlyLoaded());
        // What a part of a load took says nothing against a whole one.
        QVERIFY(figure(QStringLiteral("Against conventional")) == nullptr);
        const QStringList names = page.plot().runNames();
        const size_t samples = page.plot().samples().size();
        QVERIFY(load(controller, LoadMode::Streamed, 0).outcome == LoadOutcome::Finished);
        QCOMPARE(page.plot().runNames(), names);
        QVERIFY(page.plot().samples().size() > samples);
        QVERIFY(figure(QStringLiteral("Against conventional"))->note().contains(QLatin1String("measured")));
        controller.closeModel();
        QVERIFY(page.plot().samples().empty());
    }

    void theChartIsLargeOnItsPage_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("workspace at 1280 x 720") << QSize(1270, 570);
        QTest::newRow("workspace at 1600 x 1000") << QSize(1590, 850);
        QTest::newRow("narrow panel") << QSize(300, 10);
        QTest::newRow("low panel") << QSize(700, 100);
    }

    void theChartIsLargeOnItsPage()
    {
        QFETCH(QSize, size);
        EngineController controller;
        QScrollArea area; // as in its dock
        auto* page = new MemoryPage(controller);
        for (int i = 0; i < widgets::MemoryPlot::maxRuns; ++i)
            page->plot().addRun(QStringLiteral("conventional"), {{.seconds = 0}, {.seconds = 1}}, i);
        area.setWidget(page);
        area.setWidgetResizable(true);
        area.resize(size);
        area.show();
        page->plot().drawnCpuPeakBytes();
        QTest::qWait(60);
        const int least = widgets::MemoryPlot::leastChartHeight;
        QVERIFY2(page->plot().chartArea().height() >= least,
            qPrintable(QString::number(page->plot().chartArea().height())));
        if (size.height() > 500)
            QVERIFY(area.verticalScrollBar()->maximum() == 0);
    }

    void howTheChartIsLookedAtIsRemembered()
    {
        EngineController controller;
        QSettings settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        {
            MemoryPage page(controller);
            QVERIFY(!page.plot().isStretched());
            named<QComboBox>(page, "How loads are laid over each other")->setCurrentIndex(1);
            named<QComboBox>(page, "Time that is shown")->setCurrentIndex(1);
            QVERIFY(page.plot().isStretched());
            page.save(settings);
        }
        MemoryPage page(controller);
        page.restore(settings);
        QVERIFY(page.plot().isStretched());
        QVERIFY(page.plot().extent() == widgets::MemoryPlot::Extent::Everything);
    }

private:
    // `pauseMs`: 0: to the end; otherwise it is paused and cancelled, if that comes in time.
    static LoadResult load(EngineController& controller, LoadMode mode, int pauseMs)
    {
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        controller.startLoad({.mode = mode});
        if (pauseMs > 0) {
            QTest::qSleep(pauseMs); // while the worker works
            controller.pauseLoad();
            const auto hasStopped = [&] { return controller.state() != EngineState::Loading; };
            if (QTest::qWaitFor(hasStopped, 10'000))
                controller.cancelLoad();
        }
        return QTest::qWaitFor([&] { return !ended.isEmpty(); }, 60'000)
            ? ended.takeFirst().front().value<LoadResult>()
            : LoadResult();
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(PagesTest)
#include "tst_pages.moc"
