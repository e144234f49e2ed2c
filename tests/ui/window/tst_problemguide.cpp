// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/windowtest.h"

#include "ui/models/problemmodel.h"
#include "ui/pages/problemspage.h"
#include "ui/start/startpage.h"
#include "ui/window/docklayout.h"
#include "ui/window/windowpages.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace weightless;
using namespace weightless::ui;

// Problems are those of the model that is open, and their panel goes when what failed succeeds.
class ProblemGuideTest : public WindowTest {
    Q_OBJECT

private slots:
    void theyGoWithTheirModel()
    {
        MainWindow window(false);
        window.show();
        const ProblemModel& problems = window.pages().problems->model();
        openBroken(window);
        openBroken(window);
        QCOMPARE(problems.count(Severity::Error), 2);
        open(window);
        QCOMPARE(problems.count(Severity::Error), 0);
        window.report(problemOf(Task::Save, Error(ErrorKind::Io, "no room")));
        window.report(warningOf(Task::ListDevices, QStringLiteral("a driver that cannot be used")));
        QCOMPARE(problems.count(Severity::Error), 1);
        openBroken(window); // what is open stays, so do its problems
        QCOMPARE(problems.count(Severity::Error), 2);
        window.controller().closeModel();
        QTRY_COMPARE(problems.count(Severity::Error), 0);
        QCOMPARE(problems.count(Severity::Warning), 1); // of the machine, not of the model
    }

    // A plan with sizes that are too large, say, and then one with others.
    void whatFailedAndWasDoneSinceIsNoProblem()
    {
        MainWindow window(false);
        window.show();
        const ProblemModel& problems = window.pages().problems->model();
        open(window);
        if (!hasDevice())
            QSKIP("no Vulkan device");
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().graph() != nullptr, 60'000);
        window.report(problemOf(Task::Build, Error(ErrorKind::Unsupported, "too large")));
        window.report(warningOf(Task::Build, QStringLiteral("slow")));
        window.report(problemOf(Task::Save, Error(ErrorKind::Io, "no room")));
        emit window.controller().graphBuilt();
        QCOMPARE(problems.count(Severity::Error), 1);
        QCOMPARE(problems.count(Severity::Warning), 1);
        window.report(problemOf(Task::Run, Error(ErrorKind::Io, "no picture")));
        emit window.controller().runFinished();
        QCOMPARE(problems.count(Severity::Error), 1);
        QVERIFY(
            problems.problems().back().task == Task::Save || problems.problems().front().task == Task::Save);
    }

    void theStartPageHasNoButtonThatDoesNothing()
    {
        MainWindow window(false);
        window.show();
        auto* button = window.statusBar()->findChild<QToolButton*>();
        QVERIFY(button != nullptr && !button->isVisible());
        openBroken(window);
        const QLabel& told = window.pages().start->problemLabel();
        QVERIFY(told.isVisible() && !button->isVisible());
        window.pages().start->setProblem({});
        QVERIFY(button->isVisible());
        button->click();
        QVERIFY(told.isVisible() && !button->isVisible());
        open(window);
        QVERIFY(button->isVisible());
    }

    void whatAnErrorOpenedGoesWithSuccess()
    {
        MainWindow window(false);
        window.show();
        open(window);
        window.dockLayout().enter(Purpose::Run);
        const QDockWidget& dock = window.dockLayout().dock(Panel::Problems);
        QVERIFY(dock.isHidden());
        window.report(problemOf(Task::Run, Error(ErrorKind::Io, "no room")));
        QVERIFY(!dock.isHidden());
        emit window.controller().runFinished();
        QVERIFY(dock.isHidden());
        // What the user has opened is his.
        window.dockLayout().show(Panel::Problems);
        QTRY_VERIFY(!dock.visibleRegion().isEmpty());
        window.report(problemOf(Task::Run, Error(ErrorKind::Io, "no room")));
        emit window.controller().runFinished();
        QVERIFY(!dock.isHidden());
    }

    void whatItCoveredComesBackToTheFront()
    {
        MainWindow window(false);
        window.show();
        open(window);
        const QDockWidget& tensors = window.dockLayout().dock(Panel::Tensors);
        QTRY_VERIFY(!tensors.visibleRegion().isEmpty());
        window.report(problemOf(Task::Save, Error(ErrorKind::Io, "no room")));
        QTRY_VERIFY(tensors.visibleRegion().isEmpty());
        emit window.controller().runFinished();
        QTRY_VERIFY(!tensors.visibleRegion().isEmpty());
    }

    // Closed with its title bar's button, or put behind another tab: it stays so until there is more to tell.
    void whatTheUserPutsAwayStaysAway()
    {
        MainWindow window(false);
        window.resize(1600, 1000);
        window.show();
        open(window);
        DockLayout& layout = window.dockLayout();
        layout.enter(Purpose::Load);
        QDockWidget& dock = layout.dock(Panel::Problems);
        QDockWidget& tensors = layout.dock(Panel::Tensors);
        const Error error(ErrorKind::Io, "no room");
        window.report(problemOf(Task::Save, error));
        QTRY_VERIFY(!dock.visibleRegion().isEmpty());
        tensors.raise(); // as a click on its tab does
        QTRY_VERIFY(dock.visibleRegion().isEmpty());
        layout.enter(Purpose::Run);
        layout.enter(Purpose::Load);
        QTRY_VERIFY(!tensors.visibleRegion().isEmpty());
        window.report(problemOf(Task::Save, error));
        QTRY_VERIFY(!dock.visibleRegion().isEmpty());
        QVERIFY(dock.close());
        layout.enter(Purpose::Run);
        layout.enter(Purpose::Load);
        QTRY_VERIFY(!tensors.visibleRegion().isEmpty());
        QVERIFY(dock.isHidden());
    }

    // A plan that could not be made, and one that could: nothing is left to tell.
    void aNewPlanGivesThePlaceBack()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        window.resize(1600, 1000);
        window.show();
        open(window);
        DockLayout& layout = window.dockLayout();
        layout.enter(Purpose::Load);
        const QDockWidget& tensors = layout.dock(Panel::Tensors);
        QTRY_VERIFY(!tensors.visibleRegion().isEmpty());
        window.report(problemOf(Task::Build, Error(ErrorKind::Unsupported, "not with these weights")));
        QTRY_VERIFY(tensors.visibleRegion().isEmpty());
        window.controller().buildGraph();
        QTRY_VERIFY(window.controller().graph() != nullptr);
        QTRY_VERIFY(!tensors.visibleRegion().isEmpty());
    }

    // Where a model follows that could be opened, without a run or a load.
    void anotherModelGivesThePlaceBack()
    {
        MainWindow window(false);
        window.show();
        open(window);
        const QDockWidget& tensors = window.dockLayout().dock(Panel::Tensors);
        QTRY_VERIFY(!tensors.visibleRegion().isEmpty());
        openBroken(window);
        QTRY_VERIFY(tensors.visibleRegion().isEmpty());
        open(window);
        QTRY_VERIFY(!tensors.visibleRegion().isEmpty());
    }

    void whatTheUserBringsBackIsHis()
    {
        MainWindow window(false);
        window.show();
        open(window);
        window.dockLayout().enter(Purpose::Run);
        const QDockWidget& dock = window.dockLayout().dock(Panel::Problems);
        window.report(problemOf(Task::Run, Error(ErrorKind::Io, "no room")));
        dock.toggleViewAction()->trigger();
        QVERIFY(dock.isHidden());
        dock.toggleViewAction()->trigger();
        emit window.controller().runFinished();
        QVERIFY(!dock.isHidden());
        dock.toggleViewAction()->trigger();
        window.report(problemOf(Task::Run, Error(ErrorKind::Io, "no room")));
        window.dockLayout().goTo(Panel::Problems); // as its shortcut does
        emit window.controller().runFinished();
        QVERIFY(!dock.isHidden());
    }

    // A window that is too low for the panel gets it for as long as it is needed.
    void lowWindowsFoldItAgain()
    {
        MainWindow window(false);
        window.resize(1200, 800);
        window.show();
        open(window);
        window.dockLayout().enter(Purpose::Load);
        const QDockWidget& dock = window.dockLayout().dock(Panel::Problems);
        QTRY_VERIFY(dock.isHidden());
        window.report(problemOf(Task::Load, Error(ErrorKind::Io, "no room")));
        QVERIFY(!dock.isHidden());
        emit window.controller().loadEnded({.outcome = LoadOutcome::Finished});
        QVERIFY(dock.isHidden());
        window.resize(1200, 1000);
        QTRY_VERIFY(!dock.isHidden());
    }

    // What made it come was settled elsewhere: it is as folded as it was before, not put away for good.
    void whatIsSettledElsewhereStaysFolded()
    {
        MainWindow window(false);
        window.resize(1200, 800);
        window.show();
        open(window);
        window.dockLayout().enter(Purpose::Load);
        const QDockWidget& dock = window.dockLayout().dock(Panel::Problems);
        QTRY_VERIFY(dock.isHidden());
        window.report(problemOf(Task::Load, Error(ErrorKind::Io, "no room")));
        QVERIFY(!dock.isHidden());
        window.dockLayout().enter(Purpose::Run);
        emit window.controller().loadEnded({.outcome = LoadOutcome::Finished});
        window.dockLayout().enter(Purpose::Load);
        QTRY_VERIFY(dock.isHidden());
        window.resize(1200, 1000);
        QTRY_VERIFY(!dock.isHidden());
    }

    // Nobody asked for it: with nothing to tell it is no panel that a low window has to keep.
    void whatAnErrorOpenedIsNotTheUsersChoice()
    {
        MainWindow window(false);
        window.resize(1600, 1000);
        window.show();
        open(window);
        window.dockLayout().enter(Purpose::Load);
        const QDockWidget& dock = window.dockLayout().dock(Panel::Problems);
        QTRY_VERIFY(!dock.isHidden());
        openBroken(window);
        window.resize(1024, 660);
        QTRY_VERIFY(window.dockLayout().dock(Panel::Tensors).isHidden());
        QVERIFY(!dock.isHidden()); // it has something to tell
        window.resize(1600, 1000);
        QTRY_VERIFY(!window.dockLayout().dock(Panel::Tensors).isHidden());
        openAnew(window);
        QCOMPARE(window.pages().problems->model().count(Severity::Error), 0);
        window.resize(1024, 660);
        QTRY_VERIFY(window.dockLayout().dock(Panel::Tensors).isHidden());
        QVERIFY(dock.isHidden());
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        window.dockLayout().save(settings);
        QVERIFY(settings.value(QStringLiteral("workspaces/kept")).toStringList().isEmpty());
    }

    // In a low window the panel goes with its last error, also where the model that follows is another one.
    void aLowWindowGetsItsPlaceBackWithAnotherModel()
    {
        MainWindow window(false);
        window.resize(1024, 660);
        window.show();
        open(window);
        window.dockLayout().enter(Purpose::Load);
        const QDockWidget& dock = window.dockLayout().dock(Panel::Problems);
        QTRY_VERIFY(dock.isHidden());
        openBroken(window);
        QVERIFY(!dock.isHidden());
        openAnew(window);
        QTRY_VERIFY(dock.isHidden());
    }

    // Whoever closes the window over an error does not want its panel for good.
    void whatAnErrorHoldsIsNotRemembered()
    {
        QSettings settings;
        settings.clear();
        {
            MainWindow window(true);
            window.show();
            open(window);
            DockLayout& layout = window.dockLayout();
            for (const Purpose purpose : {Purpose::Run, Purpose::Load}) {
                layout.enter(purpose);
                QVERIFY(layout.dock(Panel::Problems).isHidden() == (purpose == Purpose::Run));
                layout.hold(Panel::Problems);
            }
            layout.enter(Purpose::Run);
            QVERIFY(!layout.dock(Panel::Problems).isHidden()); // still
            QVERIFY(window.close());
        }
        settings.sync();
        MainWindow window(true);
        window.show();
        open(window);
        window.dockLayout().enter(Purpose::Run);
        QVERIFY(window.dockLayout().dock(Panel::Problems).isHidden());
        window.dockLayout().enter(Purpose::Load);
        QVERIFY(!window.dockLayout().dock(Panel::Problems).isHidden());
    }

private:
    void openAnew(MainWindow& window)
    {
        QSignalSpy opened(&window.controller(), &EngineController::modelOpened);
        window.openModel(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 30'000);
    }

    void openBroken(MainWindow& window)
    {
        const QString path = m_folder.filePath(QStringLiteral("broken.onnx"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("nonsense");
        file.close();
        const int before = window.pages().problems->model().count(Severity::Error);
        window.openModel(path);
        QTRY_COMPARE(window.pages().problems->model().count(Severity::Error), before + 1);
    }
};

QTEST_MAIN(ProblemGuideTest)
#include "tst_problemguide.moc"
