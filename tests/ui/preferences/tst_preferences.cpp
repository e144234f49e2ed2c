// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpcache.h"
#include "tests/engine/temporaryfolder.h"
#include "tests/ui/named.h"

#include "ui/language/languages.h"
#include "ui/preferences/preferencesdialog.h"
#include "ui/text/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

class PreferencesTest : public QObject {
    Q_OBJECT

private slots:
    void areRemembered()
    {
        const test::TemporaryFolder folder;
        QSettings settings(fromPath(folder / "settings.ini"), QSettings::IniFormat);
        QVERIFY(Preferences::read(settings) == Preferences());
        QVERIFY(Preferences().keptDownloads().isEmpty());
        Preferences changed;
        changed.keepsDownloads = true;
        changed.language = QStringLiteral("en");
        changed.appearance = Appearance::HighContrast;
        changed.fontPoints = 14;
        changed.units = widgets::ByteUnits::Decimal;
        changed.graph.isHorizontal = true;
        changed.graph.showsWeights = false;
        changed.device = {QStringLiteral("0a"), QStringLiteral("Some GPU")};
        changed.write(settings, {});
        QVERIFY(Preferences::read(settings) == changed);
        QCOMPARE(changed.keptDownloads(), Preferences::defaultDownloadFolder());
        const Preferences before = changed;
        changed.downloadFolder = fromPath(folder.path());
        changed.write(settings, before);
        QVERIFY(Preferences::read(settings) == changed);
        // Of another window, which has changed nothing of that.
        Preferences other;
        other.fontPoints = 9;
        other.write(settings, {});
        changed.fontPoints = 9;
        QVERIFY(Preferences::read(settings) == changed);
        Preferences().write(settings, changed);
        QVERIFY(Preferences::read(settings) == Preferences());
    }

    void theDialogReturnsWhatWasChosen()
    {
        Preferences preferences;
        preferences.downloadFolder = fromPath(m_folder.path());
        PreferencesDialog dialog(preferences);
        QVERIFY(dialog.preferences() == preferences);
        auto* folder = named<QLineEdit>(dialog, "Folder of downloads");
        QVERIFY(folder && !folder->isEnabled());
        for (auto* check : dialog.findChildren<QCheckBox*>()) {
            if (check->text() == QLatin1String("&Keep what is downloaded"))
                check->setChecked(true);
        }
        QVERIFY(folder->isEnabled());
        auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(ok->isEnabled());
        folder->setText(QStringLiteral("relative/folder"));
        QVERIFY(!ok->isEnabled());
        folder->clear();
        QVERIFY(ok->isEnabled());
        QCOMPARE(dialog.preferences().keptDownloads(), Preferences::defaultDownloadFolder());
    }

    void theLookIsChosen()
    {
        PreferencesDialog dialog(Preferences {});
        auto* language = named<QComboBox>(dialog, "Language");
        auto* colours = named<QComboBox>(dialog, "Colours");
        auto* size = named<QSpinBox>(dialog, "Text size");
        auto* units = named<QComboBox>(dialog, "Units of size");
        QVERIFY(language && colours && size && units);
        QVERIFY(language->count() >= 2); // the system's, and English
        // What does not happen at once is said.
        const auto* later = dialog.findChild<QLabel*>(QStringLiteral("languageLater"));
        QVERIFY(later && later->isHidden());
        language->setCurrentIndex(1);
        QVERIFY(!later->isHidden());
        QVERIFY(later->text().contains(QLatin1String("started again")));
        language->setCurrentIndex(0);
        QVERIFY(later->isHidden());
        language->setCurrentIndex(1);
        colours->setCurrentIndex(2);
        size->setValue(14);
        units->setCurrentIndex(1);
        const Preferences chosen = dialog.preferences();
        QCOMPARE(chosen.language, QStringLiteral("en"));
        QVERIFY(chosen.appearance == Appearance::Dark);
        QCOMPARE(chosen.fontPoints, 14);
        QVERIFY(chosen.units == widgets::ByteUnits::Decimal);
        QVERIFY(PreferencesDialog(chosen).preferences() == chosen);
    }

    void graphAndDeviceAreChosen()
    {
        Preferences preferences;
        preferences.device = {QStringLiteral("0c"), QStringLiteral("Unplugged")};
        const PreferredDevice two {QStringLiteral("0b"), QStringLiteral("Two")};
        PreferencesDialog dialog(preferences, {{QStringLiteral("0a"), QStringLiteral("One")}, two});
        QVERIFY(dialog.preferences() == preferences); // it may be plugged in again
        auto* device = named<QComboBox>(dialog, "Device");
        auto* direction = named<QComboBox>(dialog, "Direction");
        QVERIFY(device && direction);
        QCOMPARE(device->count(), 4);
        device->setCurrentIndex(2);
        direction->setCurrentIndex(1);
        for (auto* check : dialog.findChildren<QCheckBox*>()) {
            if (check->text() == QLatin1String("A&ttributes"))
                check->click();
        }
        QVERIFY(dialog.preferences().device == two);
        QVERIFY(dialog.preferences().graph.isHorizontal);
        QVERIFY(dialog.preferences().graph.showsAttributes);
        QVERIFY(dialog.preferences().graph.showsNames);
    }

    // Of two cards of one model each can be chosen. What an earlier version wrote is a name.
    void devicesOfOneNameAreToldApart()
    {
        const QString name = QStringLiteral("Twin");
        const std::vector<PreferredDevice> twins {{QStringLiteral("0a"), name}, {QStringLiteral("0b"), name},
            {QStringLiteral("0c"), QStringLiteral("x")}};
        PreferencesDialog dialog(Preferences {}, twins);
        auto* device = named<QComboBox>(dialog, "Device");
        QCOMPARE(device->count(), 4);
        QCOMPARE(device->itemText(2), QStringLiteral("1: Twin"));
        QCOMPARE(device->itemText(3), QStringLiteral("x"));
        device->setCurrentIndex(2);
        Preferences chosen = dialog.preferences();
        QVERIFY(chosen.device == twins[1]);
        QVERIFY(PreferencesDialog(chosen, twins).preferences() == chosen);
        QCOMPARE(findDevice(chosen.device, twins), std::optional<size_t>(1));
        chosen.device.id.clear();
        QVERIFY(PreferencesDialog(chosen, twins).preferences() == chosen); // nothing was chosen anew
        QCOMPARE(findDevice(chosen.device, twins), std::optional<size_t>(0));
        QCOMPARE(findDevice({}, twins), std::nullopt);
        QCOMPARE(findDevice({QStringLiteral("0d"), QStringLiteral("y")}, twins), std::nullopt);
    }

    // The UUID is the card's: two drivers of it have the same.
    void driversOfOneCardAreToldApart()
    {
        const QString id = QStringLiteral("0a");
        const std::vector<PreferredDevice> drivers {
            {id, QStringLiteral("RADV")}, {id, QStringLiteral("AMD")}};
        QCOMPARE(findDevice(drivers[1], drivers), std::optional<size_t>(1));
        QCOMPARE(findDevice({id, QStringLiteral("AMD 2")}, drivers), std::optional<size_t>(0)); // renamed
        QCOMPARE(
            findDevice({QStringLiteral("0b"), QStringLiteral("AMD")}, drivers), std::optional<size_t>(1));
        std::vector<vulkan::DeviceInfo> devices(2);
        for (size_t i = 0; i < devices.size(); ++i) {
            devices[i].index = static_cast<int>(i) + 3;
            devices[i].uuid = "0a";
            devices[i].traits.name = toUtf8(drivers[i].name);
        }
        QCOMPARE(findUsableDevice(drivers[1], devices), std::optional(4));
        QCOMPARE(findUsableDevice({id, QString()}, devices), std::optional(3));
        devices[1].isUsable = false;
        QCOMPARE(findUsableDevice(drivers[1], devices), std::optional(3));
    }

    void languagesAreThere()
    {
        const QStringList known = languages();
        for (const char* language : {"en", "de", "ja", "zh_CN"})
            QVERIFY2(known.contains(QLatin1String(language)), language);
        QCOMPARE(nameOfLanguage(QStringLiteral("de")), QStringLiteral("Deutsch"));
        QCOMPARE(nameOfLanguage(QStringLiteral("ja")), QStringLiteral("日本語"));
        QCOMPARE(nameOfLanguage(QStringLiteral("zh_CN")), QStringLiteral("简体中文"));
        QVERIFY(hasFontFor(QStringLiteral("de")));
    }

    void countsAndClears()
    {
        const auto name = m_folder.write("notes.txt", "not ours");
        const std::vector<std::byte> bytes(3 << 20);
        http::HttpCache::open(m_folder.path(), "u", "1", 10'000'000)->write(5000, bytes);
        Preferences preferences;
        preferences.downloadFolder = fromPath(m_folder.path());
        PreferencesDialog dialog(preferences);
        auto* size = named<QLabel>(dialog, "Size of what is kept");
        auto* clear = named<QPushButton>(dialog, "Remove what is kept");
        QVERIFY(size && clear);
        QTRY_VERIFY2(size->text().startsWith(QLatin1String("3 MiB in 1 ")), qPrintable(size->text()));
        QVERIFY(clear->isEnabled());
        clear->click();
        QTRY_COMPARE(size->text(), QStringLiteral("nothing"));
        QVERIFY(!clear->isEnabled());
        QVERIFY(std::filesystem::exists(name));
        QCOMPARE(m_folder.fileCount(), size_t {1});
    }

    // It may go while it counts.
    void closesAtOnce()
    {
        for (int i = 0; i < 20; ++i)
            PreferencesDialog(Preferences()).reject();
    }

private:
    test::TemporaryFolder m_folder;
};

QTEST_MAIN(PreferencesTest)
#include "tst_preferences.moc"
