// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/mnemonics.h"
#include "tests/ui/testdocument.h"

#include "ui/compare/comparedialog.h"
#include "ui/dialogs/demodialog.h"
#include "ui/dialogs/savedialog.h"
#include "ui/dialogs/urldialog.h"
#include "ui/generate/generatepage.h"
#include "ui/language/languages.h"
#include "ui/preferences/preferencesdialog.h"
#include "ui/project/projectdialog.h"

#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// In every language each letter of a dialog is one place's.
class MnemonicsTest : public QObject {
    Q_OBJECT

private slots:
    void areOnePlaces_data()
    {
        QTest::addColumn<QString>("language");
        for (const QString& language : languages())
            QTest::addRow("%s", qPrintable(language)) << language;
    }

    void areOnePlaces()
    {
        QFETCH(QString, language);
        const Translations translations {QLocale(language)};
        const QTemporaryDir folder;
        check(GeneratePage({folder.path(), {}}, std::nullopt), 15);
        check(ProjectDialog(folder.path(), std::nullopt), 5);
        check(CompareDialog({}), 3);
        check(SaveDialog(smallDocument()), 3);
        check(DemoDialog(DemoPart::Sd15Unet), 3);
        check(UrlDialog({}), 1);
        check(PreferencesDialog(Preferences {}), 5);
    }

private:
    static void check(const QWidget& window, int least)
    {
        const Mnemonics mnemonics = mnemonicsOf(window);
        const char* name = window.metaObject()->className();
        QVERIFY2(
            mnemonics.clash.isEmpty(), qPrintable(QLatin1String(name) + QLatin1Char('\n') + mnemonics.clash));
        QVERIFY2(mnemonics.textOfKeys.size() >= least, name);
    }
};

QTEST_MAIN(MnemonicsTest)
#include "tst_mnemonics.moc"
