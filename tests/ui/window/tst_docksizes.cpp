// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/windowtest.h"

#include "ui/document/selection.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/tensorspage.h"
#include "ui/window/docklayout.h"
#include "ui/window/windowpages.h"
#include "widgets/graph/graphview.h"

#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace weightless;
using namespace weightless::ui;

// How large panels are in a window that changes, where they are after a reset, and which one has the
// keyboard.
class DockSizesTest : public WindowTest {
    Q_OBJECT

private slots:
    void resetBringsBackWhatFloats()
    {
        MainWindow window(false);
        show(window, {1600, 1000});
        DockLayout& layout = window.dockLayout();
        for (const Panel panel : {Panel::Properties, Panel::Outline}) {
            layout.dock(panel).setFloating(true);
            QVERIFY(layout.dock(panel).isWindow());
        }
        layout.reset();
        for (const Panel panel : {Panel::Properties, Panel::Outline}) {
            QVERIFY(!layout.dock(panel).isWindow());
            QTRY_VERIFY(!layout.dock(panel).visibleRegion().isEmpty());
        }
        // One that has no place in the workspace does not stay as a window either.
        layout.dock(Panel::Memory).setFloating(true);
        layout.dock(Panel::Memory).show();
        layout.reset();
        QVERIFY(!layout.dock(Panel::Memory).isWindow() && layout.dock(Panel::Memory).isHidden());
        layout.dock(Panel::Properties).setFloating(true);
        layout.enter(Purpose::Load);
        QVERIFY(!layout.dock(Panel::Properties).isVisible());
    }

    // A model has free dimensions, the one before had none.
    void aPageThatNeedsMoreIsGivenIt()
    {
        MainWindow window(false);
        show(window, {1280, 800});
        window.dockLayout().enter(Purpose::Load);
        QDockWidget& dock = window.dockLayout().dock(Panel::Load);
        QTRY_VERIFY(!dock.visibleRegion().isEmpty());
        const auto* area = qobject_cast<QScrollArea*>(dock.widget());
        QTest::qWait(50);
        QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
        const int before = dock.width();
        auto* wide = new QLabel(QString(before / 8, QLatin1Char('m')));
        area->widget()->layout()->addWidget(wide);
        QTRY_VERIFY(area->horizontalScrollBar()->maximum() > 0);
        emit window.pages().load->widthChanged();
        QTRY_COMPARE(area->horizontalScrollBar()->maximum(), 0);
        QVERIFY(dock.width() > before);
    }

    // The inputs are a few short columns; outputs have many.
    void theOutputsHaveMostOfTheWindow()
    {
        MainWindow window(false);
        show(window, {1440, 900});
        window.dockLayout().enter(Purpose::Run);
        const QDockWidget& inputs = window.dockLayout().dock(Panel::Run);
        QTRY_VERIFY(!inputs.visibleRegion().isEmpty());
        QTRY_VERIFY2(inputs.width() < 0.36 * window.width(), qPrintable(QString::number(inputs.width())));
        QTRY_VERIFY2(inputs.width() > 0.25 * window.width(), qPrintable(QString::number(inputs.width())));
        // A narrow window leaves them what they need to be read.
        window.resize(1024, 700);
        const int letters = 50 * inputs.fontMetrics().averageCharWidth();
        QTRY_VERIFY2(inputs.width() >= letters, qPrintable(QString::number(inputs.width())));
    }

    void panelsGrowWithTheWindow()
    {
        MainWindow window(false);
        show(window, {1024, 768});
        const QDockWidget& outline = window.dockLayout().dock(Panel::Outline);
        QTest::qWait(50);
        const int narrow = outline.width();
        const int letters = 33 * outline.fontMetrics().averageCharWidth(); // for all three columns
        QVERIFY2(narrow >= letters, qPrintable(QString::number(narrow)));
        window.resize(1900, 1000);
        QTRY_VERIFY2(outline.width() > narrow + 50, qPrintable(QString::number(outline.width())));
        window.resize(1024, 768);
        QTRY_VERIFY(outline.width() < narrow + 30);
    }

    // A low window leaves the tensors their room, also when one comes back to them.
    void lowWindowsHaveRoomBelow()
    {
        MainWindow window(false);
        show(window, {1024, 600});
        DockLayout& layout = window.dockLayout();
        const auto isHighEnough = [&] { return layout.dock(Panel::Tensors).height() >= 600 * 0.26; };
        QTRY_VERIFY2(isHighEnough(), qPrintable(QString::number(layout.dock(Panel::Tensors).height())));
        layout.enter(Purpose::Load);
        layout.enter(Purpose::Explore);
        QTRY_VERIFY2(isHighEnough(), qPrintable(QString::number(layout.dock(Panel::Tensors).height())));
        QCOMPARE(window.height(), 600);
    }

    void whatTheUserDraggedStays()
    {
        MainWindow window(false);
        show(window, {1600, 1000});
        QTest::qWait(50);
        const QDockWidget& outline = window.dockLayout().dock(Panel::Outline);
        const QPoint edge(outline.geometry().right() + 3, outline.geometry().center().y());
        QVERIFY(window.childAt(edge) == nullptr);
        QTest::mousePress(&window, Qt::LeftButton, {}, edge);
        QTest::mouseMove(&window, edge + QPoint(120, 0));
        QTest::mouseRelease(&window, Qt::LeftButton, {}, edge + QPoint(120, 0));
        QTest::qWait(50);
        const int dragged = outline.width();
        window.resize(1700, 1000);
        QTest::qWait(50);
        QCOMPARE(outline.width(), dragged);
    }

    void theKeyboardGoesToTheGraph()
    {
        MainWindow window(false);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        open(window);
        QTRY_COMPARE(window.focusWidget(), &window.pages().graph->view());
        window.dockLayout().goTo(Panel::Tensors);
        window.dockLayout().goTo(Panel::Graph);
        QCOMPARE(window.focusWidget(), &window.pages().graph->view());
    }

    // A view that gets the keyboard has a current row: that is no choice.
    void tabbingSelectsNothing()
    {
        MainWindow window(false);
        show(window, {1600, 1000});
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* tensors = window.pages().tensors->findChild<QTableView*>();
        auto* outline = window.pages().outline->findChild<QTreeView*>();
        for (QAbstractItemView* view :
            {static_cast<QAbstractItemView*>(tensors), static_cast<QAbstractItemView*>(outline)}) {
            view->setFocus(Qt::TabFocusReason);
            QVERIFY(window.selection().current().kind == SelectedItem::Kind::None);
        }
        QTest::keyClick(tensors, Qt::Key_Down);
        QVERIFY(window.selection().current().kind == SelectedItem::Kind::Tensor);
    }

private:
    void show(MainWindow& window, const QSize& size)
    {
        window.resize(size);
        window.show();
        open(window);
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 60'000);
    }
};

QTEST_MAIN(DockSizesTest)
#include "tst_docksizes.moc"
