// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/windowtest.h"

#include "ui/text/text.h"
#include "ui/window/devicechooser.h"
#include "ui/window/headerbar.h"
#include "ui/window/scriptrunner.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

namespace {

constexpr int someDevice = 0; // every machine with a device has it
constexpr int unknownDevice = 77;

// None while the devices are not listed.
std::optional<vulkan::DeviceInfo> infoOf(MainWindow& window, int index)
{
    for (const vulkan::DeviceInfo& device : window.controller().devices()->devices) {
        if (device.index == index)
            return device;
    }
    return std::nullopt;
}

QString nameOf(MainWindow& window, int index)
{
    const auto device = infoOf(window, index);
    return device ? fromUtf8(device->traits.name) : QString();
}

QString idOf(MainWindow& window, int index)
{
    const auto device = infoOf(window, index);
    return device ? fromUtf8(device->uuid) : QString();
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

    void atTheStart_data()
    {
        QTest::addColumn<QString>("ofLastSession"); // empty: none
        QTest::addColumn<bool>("isPreferred");
        QTest::addColumn<int>("given");
        QTest::addColumn<int>("expected");
        const QString ofSomeDevice = fromUtf8(someDeviceInfo().uuid);
        const QString ofAnother = QStringLiteral("0123456789abcdef0123456789abcdef");
        const QString place = QString::number(someDevice); // which a card that is plugged in takes
        QTest::newRow("nothing was chosen") << QString() << false << -1 << -1;
        QTest::newRow("the last session's") << ofSomeDevice << false << -1 << someDevice;
        QTest::newRow("the last session's is gone") << ofAnother << false << -1 << -1;
        QTest::newRow("its place in the list") << place << false << -1 << -1;
        QTest::newRow("the preferred one") << QString() << true << -1 << someDevice;
        QTest::newRow("the preferred one goes first") << ofAnother << true << -1 << someDevice;
        QTest::newRow("the given one") << ofSomeDevice << true << unknownDevice << unknownDevice;
    }

    // Devices are listed on a thread of their own, before the command line is followed or after.
    void atTheStart()
    {
        QFETCH(QString, ofLastSession);
        QFETCH(bool, isPreferred);
        QFETCH(int, given);
        QFETCH(int, expected);
        if (!ofLastSession.isEmpty())
            QSettings().setValue(QStringLiteral("load/device"), ofLastSession);
        if (isPreferred)
            QSettings().setValue(QStringLiteral("window/device"), fromUtf8(someDeviceInfo().traits.name));
        for (const bool isListedFirst : {false, true}) {
            MainWindow window(true);
            LaunchOptions options;
            if (given >= 0)
                options.device = given;
            ScriptRunner script(window, options);
            QSignalSpy listed(&window.controller(), &EngineController::devicesListed);
            if (!isListedFirst)
                script.start();
            QTRY_COMPARE_WITH_TIMEOUT(listed.size(), 1, 60'000);
            if (isListedFirst)
                script.start();
            QCOMPARE(window.controller().device().value_or(-1), expected);
        }
    }

    void theNextSessionHasIt()
    {
        for (const auto chosen : {std::optional(someDevice), std::optional<int>()}) {
            {
                MainWindow window(true);
                QTRY_VERIFY_WITH_TIMEOUT(!window.controller().devices()->devices.empty(), 60'000);
                window.controller().setDevice(chosen);
                window.close();
            }
            {
                MainWindow window(true);
                window.close(); // before any device is listed
            }
            MainWindow next(true);
            QTRY_VERIFY_WITH_TIMEOUT(!next.controller().devices()->devices.empty(), 60'000);
            QCOMPARE(next.controller().device(), chosen);
        }
    }

    // It was for one start.
    void theNextSessionDoesNotHaveTheGivenOne()
    {
        const QString key = QStringLiteral("load/device");
        const QString ofAnother = QStringLiteral("0123456789abcdef0123456789abcdef");
        QSettings().setValue(key, ofAnother);
        {
            MainWindow window(true);
            window.useDevice(someDevice);
            QTRY_VERIFY_WITH_TIMEOUT(!window.controller().devices()->devices.empty(), 60'000);
            QCOMPARE(window.controller().device().value_or(-1), someDevice);
            window.close();
        }
        QCOMPARE(QSettings().value(key).toString(), ofAnother);
        MainWindow window(true); // but what the user chooses instead is
        window.useDevice(unknownDevice);
        QTRY_VERIFY_WITH_TIMEOUT(!window.controller().devices()->devices.empty(), 60'000);
        window.controller().setDevice(someDevice);
        window.close();
        QCOMPARE(QSettings().value(key).toString(), idOf(window, someDevice));
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
        preferences.device = {idOf(window, someDevice), nameOf(window, someDevice)};
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
        preferences.device = {idOf(window, someDevice), nameOf(window, someDevice)};
        choose(window, preferences);
        QVERIFY(!window.controller().device());
        QCOMPARE(window.controller().state(), EngineState::Ready);
        QVERIFY(Preferences::read(QSettings()).device == preferences.device);
    }

private:
    static vulkan::DeviceInfo someDeviceInfo()
    {
        MainWindow window(false);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(infoOf(window, someDevice).has_value(), 60'000); }();
        return infoOf(window, someDevice).value_or(vulkan::DeviceInfo());
    }

    static void choose(MainWindow& window, const Preferences& preferences)
    {
        window.dialogs().setPreferences(preferences);
        emit window.dialogs().preferencesChosen(preferences);
    }
};

QTEST_MAIN(WindowDeviceTest)
#include "tst_windowdevice.moc"
