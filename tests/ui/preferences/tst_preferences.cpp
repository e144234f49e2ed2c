// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpcache.h"
#include "tests/engine/temporaryfolder.h"
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

namespace {

// A widget by its accessible name, which every control has.
template <typename Widget>
Widget* named(const QWidget& parent, const char* name)
{
    for (auto* widget : parent.findChildren<Widget*>()) {
        if (widget->accessibleName() == QLatin1String(name))
            return widget;
    }
    return nullptr;
}

} // namespace

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
        changed.write(settings);
        QVERIFY(Preferences::read(settings) == changed);
        QCOMPARE(changed.keptDownloads(), Preferences::defaultDownloadFolder());
        changed.downloadFolder = fromPath(folder.path());
        changed.write(settings);
        QVERIFY(Preferences::read(settings) == changed);
        Preferences().write(settings);
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
        dialog.findChild<QCheckBox*>()->setChecked(true);
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
