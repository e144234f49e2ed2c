// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/pages/loadpage.h"
#include "ui/window/mainwindow.h"

#include <QDockWidget>
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
            QList<Panel> placed;
            for (const PanelPlace& place : workspace.places) {
                QVERIFY(!placed.contains(place.panel));
                // A neighbour is there before what lies beside it.
                QVERIFY(place.side == PanelSide::Edge || placed.contains(place.neighbour));
                placed.append(place.panel);
            }
            for (const Panel panel : workspace.front)
                QVERIFY(placed.contains(panel));
        }
    }

    void panelsDoNotOverlap_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1600x1000") << QSize(1600, 1000);
        QTest::newRow("1280x720") << QSize(1280, 720);
        QTest::newRow("2560x1440") << QSize(2560, 1440);
    }
    void panelsDoNotOverlap()
    {
        QFETCH(QSize, size);
        MainWindow window(false);
        window.resize(size);
        window.dockLayout().arrange();
        window.show();
        window.openModel(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 60'000);
        checkPlaces(window);
        // Back and forth as users do.
        for (const QSize& next : {QSize(1000, 700), QSize(1900, 1100), size}) {
            window.resize(next);
            QTest::qWait(20);
            checkPlaces(window);
        }
    }

    void goingToAPanelNeverHidesIt()
    {
        MainWindow window(false);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        DockLayout& layout = window.dockLayout();
        for (const Panel panel : layout.panels()) {
            QDockWidget& dock = layout.dock(panel);
            QAction* go = window.actionRegistry().action(QStringLiteral("go.") + dock.objectName());
            QVERIFY(go != nullptr);
            for (int i = 0; i < 2; ++i) {
                go->trigger();
                QVERIFY(dock.isVisible());
                QTRY_VERIFY2(isSeen(dock), qPrintable(dock.objectName()));
            }
            dock.close();
            layout.raise(panel);
            QVERIFY(dock.isHidden()); // nobody asked for it
            go->trigger();
            QTRY_VERIFY(isSeen(dock));
            QVERIFY2(dock.isAncestorOf(window.focusWidget()), qPrintable(dock.objectName()));
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
            QVERIFY(window.dockLayout().dock(Panel::Memory).isVisible());
            window.dockLayout().dock(Panel::Outline).close();
            QVERIFY(window.close());
        }
        settings.sync();
        const QString key = QStringLiteral("workspaces/%1/docks").arg(workspaces().front().id);
        QVERIFY(settings.contains(key));
        QVERIFY(!settings.contains(QStringLiteral("window/docks")));
        {
            MainWindow window(true);
            window.show();
            QVERIFY(window.dockLayout().dock(Panel::Outline).isHidden());
            QVERIFY(window.dockLayout().dock(Panel::Properties).isVisible());
            window.actionRegistry().action(QStringLiteral("view.reset"))->trigger();
            QVERIFY(window.dockLayout().dock(Panel::Outline).isVisible());
        }
        settings.setValue(key, QByteArray("damaged"));
        settings.sync();
        MainWindow window(true);
        window.show();
        for (const Panel panel : window.dockLayout().panels())
            QVERIFY(!window.dockLayout().dock(panel).isHidden());
    }

private:
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
