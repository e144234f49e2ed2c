// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/mnemonics.h"
#include "tests/ui/window/windowtest.h"

#include "ui/document/selection.h"

#include "ui/pages/loadpage.h"
#include "ui/pages/runpage.h"
#include "ui/start/startpage.h"
#include "ui/style/appearance.h"
#include "ui/window/headerbar.h"
#include "ui/window/settledclicks.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

namespace {

bool isControl(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget)
        || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget)
        || qobject_cast<const QAbstractItemView*>(widget) || qobject_cast<const QProgressBar*>(widget);
}

// Parts that Qt itself puts into its widgets speak through the widget around them.
bool isInner(const QWidget* widget)
{
    return widget->objectName().startsWith(QLatin1String("qt_")) || widget->inherits("QHeaderView")
        || widget->inherits("QTabBar") || widget->inherits("QComboBoxListView")
        || widget->inherits("QTableCornerButton")
        || (widget->parentWidget()
            && (qobject_cast<const QAbstractSpinBox*>(widget->parentWidget())
                || qobject_cast<const QComboBox*>(widget->parentWidget())
                || qobject_cast<const QLineEdit*>(widget->parentWidget())
                || widget->parentWidget()->inherits("QTabBar")
                || widget->parentWidget()->inherits("QDockWidget")));
}

} // namespace

// Whether everything can be reached: by a name, a key, on a small screen.
class WindowAccessTest : public WindowTest {
    Q_OBJECT

private slots:
    void closingLeavesTheKeyboardOnTheStartPage()
    {
        MainWindow window(false);
        openActive(window);
        window.controller().closeModel();
        QTRY_VERIFY(
            window.focusWidget() != nullptr && window.pages().start->isAncestorOf(window.focusWidget()));
        QVERIFY(window.focusWidget()->isVisible());
    }

    // Space, and Space again: load, then run.
    void theNextStepKeepsTheKeyboard()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        openActive(window);
        EngineController& controller = window.controller();
        QTRY_VERIFY_WITH_TIMEOUT(controller.canLoad(), 60'000);
        QPushButton& primary = window.header().primaryButton();
        primary.setFocus();
        QTest::keyClick(&primary, Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(controller.canRun(), 60'000);
        QTRY_VERIFY(primary.hasFocus());
        QTest::qWait(SettledClicks::settleMs + 50); // until then a key was meant for Pause
        QSignalSpy ran(&controller, &EngineController::runFinished);
        QTest::keyClick(&primary, Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(ran.size(), 1, 60'000);
        QTRY_VERIFY(primary.isEnabled());
        QTRY_VERIFY(primary.hasFocus());
    }

    // Space would give every weight back, which nobody asked for.
    void theKeyboardIsNotOnWhatGivesTheWeightsBack()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        openActive(window);
        EngineController& controller = window.controller();
        QTRY_VERIFY_WITH_TIMEOUT(controller.canLoad(), 60'000);
        window.startLoad(LoadMode::Streamed);
        QTRY_VERIFY_WITH_TIMEOUT(controller.canRun(), 60'000);
        for (const Panel panel : {Panel::Graph, Panel::Load}) {
            window.dockLayout().goTo(panel);
            QVERIFY(qobject_cast<QPushButton*>(window.focusWidget()) == nullptr);
        }
        QTest::keyClick(window.focusWidget(), Qt::Key_Space);
        QVERIFY(controller.canRun());
    }

    void everyControlHasAName()
    {
        MainWindow window(false);
        window.show();
        open(window);
        QStringList nameless;
        int controls = 0;
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            if (!isControl(widget) || isInner(widget))
                continue;
            ++controls;
            QAccessibleInterface* interface =
                QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            if (!interface || interface->text(QAccessible::Name).isEmpty())
                nameless.append(QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ')
                    + widget->objectName() + QStringLiteral(" in ")
                    + QString::fromLatin1(widget->parentWidget()->metaObject()->className()));
        }
        QVERIFY(controls > 30);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
    }

    // Two places with one letter: neither would be reached at once.
    void mnemonicsAreUnambiguous()
    {
        MainWindow window(false);
        window.show();
        open(window);
        const Mnemonics mnemonics = mnemonicsOf(window);
        QVERIFY2(mnemonics.clash.isEmpty(), qPrintable(mnemonics.clash));
        QVERIFY(mnemonics.textOfKeys.size() > 10);
    }

    void fitsASmallScreen()
    {
        MainWindow window(false);
        window.resize(960, 640);
        window.show();
        open(window);
        QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 60'000);
        const QSize least = window.minimumSizeHint();
        QVERIFY2(least.width() <= 1000, qPrintable(QString::number(least.width())));
        QVERIFY2(least.height() <= 660, qPrintable(QString::number(least.height())));
        // Nothing that is to be filled in lies beyond the edge.
        const std::pair<Panel, QWidget*> pages[] {
            {Panel::Load, window.pages().load}, {Panel::Run, window.pages().run}};
        for (const auto& [panel, page] : pages) {
            window.dockLayout().goTo(panel);
            const QWidget* viewport = page->parentWidget();
            QTRY_VERIFY2(page->minimumSizeHint().width() <= viewport->width(),
                qPrintable(
                    QStringLiteral("%1 in %2").arg(page->minimumSizeHint().width()).arg(viewport->width())));
        }
    }

    // Rows that were as high as the text when the window was made cut larger text off.
    void rowsFollowTheTextSize()
    {
        MainWindow window(false);
        window.show();
        open(window);
        const QFont before = QApplication::font();
        QFont large = before;
        large.setPointSizeF(2 * before.pointSizeF());
        QApplication::setFont(large);
        QCoreApplication::processEvents();
        QStringList low;
        const QList<QTableView*> tables = window.findChildren<QTableView*>();
        for (const QTableView* table : tables) {
            // There, each row is measured.
            if (table->accessibleName() != QLatin1String("Problems")
                && table->verticalHeader()->defaultSectionSize() < table->fontMetrics().height() + 4)
                low.append(table->accessibleName());
        }
        QApplication::setFont(before);
        QVERIFY(tables.size() > 5);
        QVERIFY2(low.isEmpty(), qPrintable(low.join(QStringLiteral(", "))));
    }

    void savingIsReachable()
    {
        MainWindow window(false);
        window.show();
        const auto enabled = [&](const QKeySequence& keys) {
            for (const QAction* action : window.findChildren<QAction*>()) {
                if (action->shortcut() == keys)
                    return action->isEnabled();
            }
            qWarning() << "no action has" << keys;
            return false;
        };
        QVERIFY(!enabled(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)));
        open(window);
        QVERIFY(enabled(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)));
        QVERIFY(!enabled(QKeySequence(Qt::CTRL | Qt::Key_E))); // there is no tensor to extract
        window.selection().selectTensor(0, nullptr);
        QVERIFY(enabled(QKeySequence(Qt::CTRL | Qt::Key_E)));
    }

    // Wherever Tab stops, one sees that it is there.
    void theKeyboardIsSeen_data()
    {
        QTest::addColumn<Appearance>("appearance");
        QTest::newRow("light") << Appearance::Light;
        QTest::newRow("dark") << Appearance::Dark;
        QTest::newRow("high contrast") << Appearance::HighContrast;
    }

    void theKeyboardIsSeen()
    {
        QFETCH(Appearance, appearance);
        applyAppearance(appearance);
        MainWindow window(false);
        window.resize(1500, 950);
        openActive(window);
        window.selection().selectTensor(0, nullptr); // Values have something to show
        QStringList unseen;
        int stops = 0;
        const auto look = [&] {
            QSet<QWidget*> seen;
            QWidget* each = window.focusWidget();
            while (each && !seen.contains(each)) {
                seen.insert(each);
                QCOMPARE(QApplication::focusWidget(), each);
                const QRect area = QRect(each->mapTo(&window, QPoint()), each->size()).adjusted(-4, -4, 4, 4);
                each->setFocus(Qt::TabFocusReason);
                const QImage with = window.grab(area).toImage();
                each->clearFocus();
                if (!window.rect().intersects(area) || with == window.grab(area).toImage())
                    unseen.append(
                        QStringLiteral("%1 %2 at %3, %4")
                            .arg(QLatin1String(each->metaObject()->className()), each->accessibleName())
                            .arg(area.x())
                            .arg(area.y()));
                each->setFocus(Qt::TabFocusReason);
                for (int i = 0; i < 100 && window.focusWidget() == each; ++i) // from link to link
                    QTest::keyClick(each, Qt::Key_Tab);
                each = window.focusWidget();
            }
            stops += static_cast<int>(seen.size());
        };
        look();
        for (const Panel panel : window.dockLayout().panels()) {
            window.dockLayout().goTo(panel);
            look();
        }
        applyAppearance(Appearance::System);
        unseen.removeDuplicates();
        QVERIFY(stops > 50);
        QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(u'\n')));
    }

private:
    void openActive(MainWindow& window)
    {
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        open(window);
    }
};

QTEST_MAIN(WindowAccessTest)
#include "tst_windowaccess.moc"
