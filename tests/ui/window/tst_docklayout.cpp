// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/pages/memorypage.h"
#include "ui/start/startpage.h"
#include "ui/window/headerbar.h"
#include "ui/window/mainwindow.h"
#include "ui/window/noticebar.h"
#include "widgets/plot/memoryplot.h"

#include <QDockWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

namespace {

// Of a dock that is not behind another one.
bool isSeen(const QDockWidget& dock)
{
    return dock.isVisible() && !dock.visibleRegion().isEmpty();
}

QString placeOf(const QDockWidget& dock)
{
    const QRect place = dock.geometry();
    return QStringLiteral("%1 (%2,%3 %4×%5)")
        .arg(dock.objectName())
        .arg(place.x())
        .arg(place.y())
        .arg(place.width())
        .arg(place.height());
}

} // namespace

class DockLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_model = writeSmallModel(m_folder.path());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        QCoreApplication::setOrganizationName(QStringLiteral("weightless-test"));
        QCoreApplication::setApplicationName(QStringLiteral("weightless-docks"));
    }

    void everyWorkspaceIsSound()
    {
        QSet<QString> ids;
        for (const Workspace& workspace : workspaces()) {
            QVERIFY(!ids.contains(workspace.id));
            ids.insert(workspace.id);
            QVERIFY(&workspaceFor(workspace.purpose) == &workspace);
            QList<Panel> placed;
            for (const PanelPlace& place : workspace.places) {
                QVERIFY(place.panel != workspace.centre);
                QVERIFY(!placed.contains(place.panel));
                // A neighbour is there before what lies beside it.
                QVERIFY(place.side == PanelSide::Edge || placed.contains(place.neighbour));
                placed.append(place.panel);
            }
            for (const Panel panel : workspace.front)
                QVERIFY(placed.contains(panel));
        }
    }

    void theStartPageHasNoPanels()
    {
        MainWindow window(false);
        window.show();
        const auto seenPanels = [&window] {
            qsizetype count = 0;
            for (const Panel panel : window.dockLayout().panels())
                count += window.dockLayout().dock(panel).isVisible() ? 1 : 0;
            return count;
        };
        QCOMPARE(seenPanels(), 0);
        QVERIFY(window.pages().start->isVisible());
        QVERIFY(!window.header().isVisible());
        // Nothing brings them out: there is nothing to show.
        for (const char* id : {"workspace.load", "go.tensors", "view.reset"})
            QVERIFY2(!window.actionRegistry().action(QString::fromLatin1(id))->isEnabled(), id);
        openIn(window);
        QVERIFY(seenPanels() > 0);
        QVERIFY(window.header().isVisible() && !window.pages().start->isVisible());
        window.controller().closeModel();
        QTRY_COMPARE(seenPanels(), 0);
        QVERIFY(window.pages().start->isVisible());
    }

    void panelsDoNotOverlap_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("workspace");
        for (size_t i = 0; i < workspaces().size(); ++i) {
            const QByteArray name = workspaces()[i].id.toLatin1();
            const int index = static_cast<int>(i);
            QTest::addRow("%s at 1600x1000", name.constData()) << QSize(1600, 1000) << index;
            QTest::addRow("%s at 1280x720", name.constData()) << QSize(1280, 720) << index;
            QTest::addRow("%s at 2560x1440", name.constData()) << QSize(2560, 1440) << index;
        }
    }
    void panelsDoNotOverlap()
    {
        QFETCH(QSize, size);
        QFETCH(int, workspace);
        MainWindow window(false);
        window.resize(size);
        window.show();
        openIn(window);
        window.dockLayout().enter(workspaces()[static_cast<size_t>(workspace)].purpose);
        checkPlaces(window);
        // Back and forth as users do.
        for (const QSize& next : {QSize(1000, 700), QSize(1900, 1100), size}) {
            window.resize(next);
            QTest::qWait(20);
            checkPlaces(window);
        }
    }

    // What wild resizing leaves behind is no smaller than what a calm one does.
    void resizingCrushesNothing()
    {
        MainWindow window(false);
        window.resize(1600, 1000);
        window.show();
        openIn(window);
        for (const Purpose purpose : {Purpose::Load, Purpose::Explore, Purpose::Run}) {
            window.dockLayout().enter(purpose);
            QTest::qWait(20);
            for (int i = 0; i < 40; ++i) {
                window.resize(700 + 211 * i % 1300, 420 + 157 * i % 900);
                if (i % 3 == 0)
                    QCoreApplication::processEvents();
            }
            window.showMaximized();
            window.resize(1920, 1080); // where no window manager does it
            QTest::qWait(50);
            checkPlaces(window);
            if (purpose == Purpose::Load)
                QVERIFY2(window.pages().memory->plot().chartArea().height()
                        >= widgets::MemoryPlot::leastChartHeight,
                    qPrintable(QString::number(window.pages().memory->plot().chartArea().height())));
            else
                QVERIFY(window.centralWidget()->height() > 300 && window.centralWidget()->width() > 500);
            window.showNormal();
        }
    }

    void goingToAPanelNeverHidesIt()
    {
        MainWindow window(false);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        openIn(window);
        DockLayout& layout = window.dockLayout();
        for (const Panel panel : layout.panels()) {
            QDockWidget& dock = layout.dock(panel);
            QAction* go = window.actionRegistry().action(QStringLiteral("go.") + dock.objectName());
            QVERIFY(go != nullptr);
            for (int i = 0; i < 2; ++i) {
                go->trigger();
                QVERIFY(layout.isShown(panel));
            }
            if (workspaceFor(layout.purpose()).centre == panel)
                continue;
            QTRY_VERIFY2(isSeen(dock), qPrintable(dock.objectName()));
            dock.close();
            layout.raise(panel);
            QVERIFY(dock.isHidden()); // nobody asked for it
            go->trigger();
            QTRY_VERIFY(isSeen(dock));
            QVERIFY2(dock.isAncestorOf(window.focusWidget()), qPrintable(dock.objectName()));
        }
    }

    // Every panel is somewhere in every workspace, and comes when it is asked for.
    void anyPanelCanBeShownAnywhere()
    {
        MainWindow window(false);
        window.show();
        openIn(window);
        DockLayout& layout = window.dockLayout();
        for (const Workspace& workspace : workspaces()) {
            layout.enter(workspace.purpose);
            for (const Panel panel : layout.panels()) {
                QAction* toggle = layout.dock(panel).toggleViewAction();
                QCOMPARE(toggle->isVisible(), panel != workspace.centre);
                if (panel == workspace.centre)
                    continue;
                layout.show(panel);
                QVERIFY(layout.isShown(panel));
                QVERIFY(window.dockWidgetArea(&layout.dock(panel)) != Qt::NoDockWidgetArea);
            }
        }
    }

    void layoutsAreRememberedForEachWorkspace()
    {
        QSettings settings;
        settings.clear();
        // What another version kept is left aside.
        settings.setValue(QStringLiteral("window/docks"), QByteArray("of another time"));
        {
            MainWindow window(true);
            window.show();
            openIn(window);
            window.dockLayout().dock(Panel::Outline).close();
            window.dockLayout().enter(Purpose::Load);
            window.dockLayout().dock(Panel::Tensors).close();
            window.dockLayout().enter(Purpose::Explore);
            QVERIFY(window.dockLayout().dock(Panel::Outline).isHidden());
            QVERIFY(!window.dockLayout().dock(Panel::Tensors).isHidden());
            QVERIFY(window.close());
        }
        settings.sync();
        const QString key = QStringLiteral("workspaces/explore/docks");
        QVERIFY(settings.contains(key));
        QVERIFY(!settings.contains(QStringLiteral("window/docks")));
        {
            MainWindow window(true);
            window.show();
            openIn(window);
            QVERIFY(window.dockLayout().dock(Panel::Outline).isHidden());
            QVERIFY(window.dockLayout().dock(Panel::Properties).isVisible());
            window.dockLayout().enter(Purpose::Load);
            QVERIFY(window.dockLayout().dock(Panel::Tensors).isHidden());
            window.actionRegistry().action(QStringLiteral("view.reset"))->trigger();
            QVERIFY(!window.dockLayout().dock(Panel::Tensors).isHidden());
            window.dockLayout().enter(Purpose::Explore);
            QVERIFY(window.dockLayout().dock(Panel::Outline).isVisible());
        }
        settings.setValue(key, QByteArray("damaged"));
        settings.sync();
        MainWindow window(true);
        window.show();
        openIn(window);
        for (const PanelPlace& place : workspaceFor(Purpose::Explore).places)
            QVERIFY(!window.dockLayout().dock(place.panel).isHidden());
    }

    // A panel that floats in one workspace and is docked in another is painted in both.
    void floatingPanelsArePaintedOnAfterAChangeOfWorkspace()
    {
        MainWindow window(false);
        window.show();
        openIn(window);
        DockLayout& layout = window.dockLayout();
        QDockWidget& dock = layout.dock(Panel::Properties);
        dock.setFloating(true);
        layout.enter(Purpose::Load);
        QVERIFY(!dock.isFloating());
        layout.enter(Purpose::Explore);
        QVERIFY(dock.isFloating() && dock.isVisible());
        QVERIFY(dock.updatesEnabled());
        layout.enter(Purpose::Load);
        for (const Panel panel : layout.panels())
            QVERIFY2(layout.dock(panel).updatesEnabled(), qPrintable(layout.dock(panel).objectName()));
    }

    // The chart is what Load is for: in a low window the tensors make way, unless they are asked for.
    void aLowWindowIsForTheChart()
    {
        QSettings().clear();
        {
            MainWindow window(true);
            window.show();
            window.resize(1280, 720);
            openIn(window);
            DockLayout& layout = window.dockLayout();
            QDockWidget& tensors = layout.dock(Panel::Tensors);
            QVERIFY(!tensors.isHidden()); // of Explore
            layout.enter(Purpose::Load);
            QVERIFY(tensors.isHidden());
            QTest::qWait(20);
            const auto* area = window.pages().memory->parentWidget()->parentWidget();
            QVERIFY(window.pages().memory->height() <= area->height()); // nothing of it has to be scrolled
            window.resize(1600, 1000);
            QVERIFY(!tensors.isHidden());
            window.resize(1280, 720);
            QVERIFY(tensors.isHidden());
            QVERIFY(window.close());
        }
        MainWindow window(true);
        window.show();
        openIn(window);
        DockLayout& layout = window.dockLayout();
        QDockWidget& tensors = layout.dock(Panel::Tensors);
        layout.enter(Purpose::Load);
        QVERIFY(tensors.isHidden()); // as low as it was
        window.resize(1600, 1000);
        QVERIFY(!tensors.isHidden()); // another program's window, the same rule
        window.resize(1280, 720);
        window.actionRegistry().action(QStringLiteral("go.tensors"))->trigger();
        QVERIFY(!tensors.isHidden());
        window.resize(1300, 700);
        QVERIFY(!tensors.isHidden()); // it was asked for
        window.resize(1600, 1000);
        layout.dock(Panel::Tensors).toggleViewAction()->trigger();
        QVERIFY(tensors.isHidden());
        window.resize(1280, 720);
        window.resize(1600, 1000);
        QVERIFY(tensors.isHidden()); // it was sent away
    }

    // ui/README.md states the rules.
    void workspacesFollowTheWork()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        window.show();
        openIn(window);
        DockLayout& layout = window.dockLayout();
        QVERIFY(layout.purpose() == Purpose::Explore);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
        window.startLoad(LoadMode::Streamed);
        QVERIFY(layout.purpose() == Purpose::Load);
        layout.enter(Purpose::Explore); // the user works elsewhere
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Ready, 60'000);
        QVERIFY(layout.purpose() == Purpose::Explore);
        QVERIFY(!window.notices().shownId().isEmpty());
        QVERIFY(window.notices().isVisible());
        window.notices().findChild<QPushButton*>()->click();
        QVERIFY(layout.purpose() == Purpose::Run);
        QVERIFY(!window.notices().isVisible());
        layout.enter(Purpose::Load);
        QVERIFY(window.dispatch());
        QTRY_VERIFY(layout.purpose() == Purpose::Run);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Ready, 60'000);
    }

    void theWindowSaysWhenTheFileChanges()
    {
        const QString path = m_folder.filePath(QStringLiteral("changing.onnx"));
        QVERIFY(QFile::copy(m_model, path));
        MainWindow window(false);
        window.show();
        window.openModel(path);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr && window.isSettled(), 60'000);
        const quint64 before = window.controller().document()->generation;
        QVERIFY(!window.notices().isVisible());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray bytes = file.readAll();
        file.close();
        QVERIFY(file.remove()); // replaced, as programs that save safely do
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        QTRY_VERIFY_WITH_TIMEOUT(window.notices().isVisible(), 20'000);
        window.notices().findChild<QPushButton*>()->click();
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document()->generation > before, 30'000);
        QVERIFY(!window.notices().isVisible());
    }

private:
    void openIn(MainWindow& window)
    {
        window.openModel(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 60'000);
    }

    static void checkPlaces(const MainWindow& window)
    {
        const QList<QDockWidget*> docks = window.findChildren<QDockWidget*>();
        for (const QDockWidget* dock : docks) {
            if (!isSeen(*dock))
                continue;
            QVERIFY2(window.rect().contains(dock->geometry()), qPrintable(placeOf(*dock)));
            for (const QDockWidget* other : docks) {
                if (other == dock || !isSeen(*other))
                    continue;
                QVERIFY2(!dock->geometry().intersects(other->geometry()),
                    qPrintable(placeOf(*dock) + QStringLiteral(" over ") + placeOf(*other)));
            }
            QVERIFY2(
                !dock->geometry().intersects(window.centralWidget()->geometry()), qPrintable(placeOf(*dock)));
            // What a panel needs at least, it has: nothing inside of it lies over its neighbour either.
            const QSize least = dock->minimumSizeHint();
            QVERIFY2(dock->width() >= least.width() && dock->height() >= least.height(),
                qPrintable(placeOf(*dock)));
        }
    }

    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_MAIN(DockLayoutTest)
#include "tst_docklayout.moc"
