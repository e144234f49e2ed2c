// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/window/windowtest.h"

#include "ui/engine/loadchoices.h"
#include "ui/pages/loadpage.h"
#include "ui/window/headerbar.h"
#include "ui/window/settledclicks.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

// A click that was meant for what a button said a moment ago does not do what it says now.
class SettledClicksTest : public WindowTest {
    Q_OBJECT

private slots:
    void aClickJustAfterAChangeIsIgnored()
    {
        QPushButton button;
        auto* clicks = new SettledClicks(button);
        QSignalSpy clicked(clicks, &SettledClicks::clicked);
        clicks->setMeaning(QStringLiteral("Cancel"));
        show(button);
        press(button);
        QCOMPARE(clicked.size(), 1);
        clicks->setMeaning(QStringLiteral("Unload"));
        press(button);
        QTest::mouseDClick(&button, Qt::LeftButton);
        QTest::keyClick(&button, Qt::Key_Space);
        button.click(); // as screen readers do
        QCOMPARE(clicked.size(), 1);
        settle();
        clicks->setMeaning(QStringLiteral("Unload")); // the same
        QTest::keyClick(&button, Qt::Key_Space);
        QCOMPARE(clicked.size(), 2);
        press(button);
        QCOMPARE(clicked.size(), 3);
    }

    void aPressThatAChangeInterruptsIsNoClick()
    {
        QPushButton button;
        auto* clicks = new SettledClicks(button);
        QSignalSpy clicked(clicks, &SettledClicks::clicked);
        clicks->setMeaning(QStringLiteral("Pause"));
        show(button);
        QTest::mousePress(&button, Qt::LeftButton);
        clicks->setMeaning(QStringLiteral("Run"));
        settle();
        QTest::mouseRelease(&button, Qt::LeftButton);
        QCOMPARE(clicked.size(), 0);
    }

    void aButtonThatCouldNotBePressedTakesTheFirstClick()
    {
        QPushButton button;
        auto* clicks = new SettledClicks(button);
        QSignalSpy clicked(clicks, &SettledClicks::clicked);
        show(button);
        button.setEnabled(false);
        clicks->setMeaning(QStringLiteral("Load"));
        button.setEnabled(true);
        press(button);
        QCOMPARE(clicked.size(), 1);
    }

    // Everything that was fetched would be gone.
    void aLateCancelDoesNotUnload()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        LoadChoices choices(controller);
        LoadPage page(controller, choices);
        show(page);
        controller.openModel(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        controller.startLoad({});
        auto* button = named<QPushButton>(page, "Cancel the load");
        QVERIFY(button != nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        press(*button);
        QCOMPARE(controller.state(), EngineState::Ready);
        settle();
        press(*button);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
    }

    void aLatePauseDoesNotRun()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        MainWindow window(false);
        show(window);
        open(window);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
        QPushButton& primary = window.header().primaryButton();
        settle();
        press(primary);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Ready, 60'000);
        QSignalSpy started(&window.controller(), &EngineController::runStarted);
        QTRY_VERIFY(primary.isEnabled());
        press(primary);
        QCOMPARE(started.size(), 0);
        settle();
        press(primary);
        QCOMPARE(started.size(), 1);
    }

private:
    static void show(QWidget& widget)
    {
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
    }
    static void press(QWidget& button) { QTest::mouseClick(&button, Qt::LeftButton); }
    static void settle() { QTest::qWait(SettledClicks::settleMs + 50); }
};

QTEST_MAIN(SettledClicksTest)
#include "tst_settledclicks.moc"
