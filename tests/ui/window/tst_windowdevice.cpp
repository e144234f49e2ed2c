// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/windowtest.h"

#include "ui/text/text.h"
#include "ui/window/devicechooser.h"
#include "ui/window/headerbar.h"

#include <QSettings>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

namespace {

constexpr int someDevice = 0; // every machine with a device has it

QString nameOf(MainWindow& window, int index)
{
    for (const vulkan::DeviceInfo& device : window.controller().devices()->devices) {
        if (device.index == index)
            return fromUtf8(device.traits.name);
    }
    return {};
}

} // namespace

// Which device the next plan is made for: of the command line, of the preferences, or of the last session.
class WindowDeviceTest : public WindowTest {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        QCoreApplication::setOrganizationName(QStringLiteral("weightless-test"));
        QCoreApplication::setApplicationName(QStringLiteral("weightless-windowdevice"));
        QSettings().clear();
    }

    // The device of the header is not the one that the preferences name, and it was not changed there.
    void otherPreferencesLeaveTheDevice()
    {
        MainWindow window(true);
        open(window);
        window.controller().setDevice(someDevice);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().canLoad(), 60'000);
        const BuiltGraphPtr graph = window.controller().graph();
        Preferences preferences = window.dialogs().preferences();
        preferences.units = widgets::ByteUnits::Decimal;
        choose(window, preferences);
        widgets::setByteUnits(widgets::ByteUnits::Binary);
        QCOMPARE(window.controller().device().value_or(-1), someDevice);
        QCOMPARE(window.controller().state(), EngineState::Hollow);
        QCOMPARE(window.controller().graph(), graph);
    }

    void theHeaderShowsThePreferredDevice()
    {
        MainWindow window(true);
        open(window);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
        Preferences preferences = window.dialogs().preferences();
        preferences.device = nameOf(window, someDevice);
        choose(window, preferences);
        QCOMPARE(window.controller().device().value_or(-1), someDevice);
        QCOMPARE(window.header().findChild<DeviceChooser*>()->currentData().toInt(), someDevice);
        QCOMPARE(window.controller().state(), EngineState::Building);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
    }

    // It holds from the next start on: the header shows where the weights are.
    void loadedWeightsStayOnTheirDevice()
    {
        MainWindow window(true);
        open(window);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Hollow, 60'000);
        window.startLoad(LoadMode::Streamed);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Ready, 60'000);
        Preferences preferences = window.dialogs().preferences();
        preferences.device = nameOf(window, someDevice);
        choose(window, preferences);
        QVERIFY(!window.controller().device());
        QCOMPARE(window.controller().state(), EngineState::Ready);
        QCOMPARE(QSettings().value(QStringLiteral("window/device")).toString(), preferences.device);
    }

private:
    static void choose(MainWindow& window, const Preferences& preferences)
    {
        window.dialogs().setPreferences(preferences);
        emit window.dialogs().preferencesChosen(preferences);
    }
};

QTEST_MAIN(WindowDeviceTest)
#include "tst_windowdevice.moc"
