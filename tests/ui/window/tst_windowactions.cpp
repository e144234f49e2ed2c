// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/document/selection.h"
#include "ui/language/languages.h"
#include "ui/pages/graphpage.h"
#include "ui/window/docklayout.h"
#include "ui/window/mainwindow.h"
#include "ui/window/windowactions.h"
#include "ui/window/windowdialogs.h"
#include "ui/window/windowpages.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

class WindowActionsTest : public QObject {
    Q_OBJECT

private slots:
    void theTableIsSound()
    {
        MainWindow window(false);
        const std::vector<ActionSpec> specs = WindowActions(window).all();
        QHash<QString, QString> idOfKeys;
        QSet<QString> ids;
        for (const ActionSpec& spec : specs) {
            QVERIFY2(!ids.contains(spec.id), qPrintable(spec.id));
            ids.insert(spec.id);
            QVERIFY2(!spec.text.isEmpty() && spec.run, qPrintable(spec.id));
            QVERIFY(window.actionRegistry().action(spec.id) != nullptr);
            const QString keys = spec.shortcut.toString();
            QVERIFY2(keys.isEmpty() || !idOfKeys.contains(keys),
                qPrintable(spec.id + QLatin1Char(' ') + idOfKeys.value(keys)));
            idOfKeys.insert(keys, spec.id);
        }
        std::vector<MenuSpec> menus = WindowActions::submenus();
        for (const MenuSpec& menu : menus)
            ids.insert(menu.id);
        const std::vector<MenuSpec> bar = WindowActions::menuBar();
        menus.insert(menus.end(), bar.begin(), bar.end());
        QSet<QString> shown;
        for (const MenuSpec& menu : menus) {
            for (const QString& entry : menu.entries) {
                QVERIFY2(entry == QLatin1String("-") || ids.contains(entry), qPrintable(entry));
                shown.insert(entry);
            }
        }
        for (const ActionSpec& spec : specs)
            QVERIFY2(shown.contains(spec.id), qPrintable(spec.id + QStringLiteral(" is in no menu")));
    }

    void everyMnemonicIsOneEntrys_data()
    {
        QTest::addColumn<QString>("language");
        for (const QString& language : languages())
            QTest::addRow("%s", qPrintable(language)) << language;
    }
    void everyMnemonicIsOneEntrys()
    {
        QFETCH(QString, language);
        const Translations translations {QLocale(language)};
        MainWindow window(false);
        QStringList faults;
        for (const QMenu* menu : window.findChildren<QMenu*>()) {
            QHash<QString, QString> entries;
            for (const QAction* action : menu->actions()) {
                const QString key = QKeySequence::mnemonic(action->text()).toString();
                if (!key.isEmpty() && entries.contains(key))
                    faults.append(entries[key] + QStringLiteral(" and ") + action->text());
                entries.insert(key, action->text());
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    // Keys that work in the graph alone are told in no menu.
    void menusTellTheKeysOfZooming()
    {
        MainWindow window(false);
        const auto keys = [&window](const char* id) {
            return window.actionRegistry().action(QLatin1String(id))->shortcut().toString();
        };
        QCOMPARE(keys("graph.zoom-in"), QStringLiteral("Ctrl++"));
        QCOMPARE(keys("graph.zoom-out"), QStringLiteral("Ctrl+-"));
    }

    // A text field keeps Ctrl+U, Ctrl+E and others for itself, so that they would do nothing there.
    void whatIsDoneToTheGraphIsSeen()
    {
        QTemporaryDir folder;
        MainWindow window(false);
        window.show();
        window.openModel(writeSmallModel(folder.path()));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 30'000);
        for (const char* name : {"graph.find", "graph.fit", "graph.zoom-in", "graph.expand"}) {
            window.dockLayout().enter(Purpose::Run);
            QVERIFY(!window.pages().graph->isVisible());
            window.actionRegistry().action(QLatin1String(name))->trigger();
            QVERIFY2(window.pages().graph->isVisible(), name);
        }
    }

    // While the path was asked for, the model was closed.
    void whatCannotBeSavedAnyMoreIsTold()
    {
        QTemporaryDir folder;
        MainWindow window(false);
        window.show();
        window.openModel(writeSmallModel(folder.path()));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() && window.isSettled(), 30'000);
        QSignalSpy reported(&window.dialogs(), &WindowDialogs::reported);
        window.dialogs().extractTensor(0);
        auto* dialog = window.findChild<QFileDialog*>();
        QVERIFY(dialog);
        window.controller().closeModel();
        emit dialog->fileSelected(folder.filePath(QStringLiteral("weight.npy")));
        QCOMPARE(reported.size(), 1);
        QVERIFY(reported.front().front().value<Problem>().message.contains(QLatin1String("weight.npy")));
        dialog->reject();
    }

    void shortcutsReachTheWindowFromATextField()
    {
        QTemporaryDir folder;
        MainWindow window(false);
        window.show();
        window.openModel(writeSmallModel(folder.path()));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);
        auto* find = window.pages().graph->findChild<QLineEdit*>();
        QVERIFY(find != nullptr);
        for (const ActionSpec& spec : WindowActions(window).all()) {
            if (spec.shortcut.isEmpty())
                continue;
            const QKeyCombination keys = spec.shortcut[0];
            QKeyEvent asks(QEvent::ShortcutOverride, keys.key(), keys.keyboardModifiers());
            asks.ignore();
            QApplication::sendEvent(find, &asks);
            QVERIFY2(!asks.isAccepted(), qPrintable(spec.id));
        }
        QKeyEvent letter(QEvent::ShortcutOverride, Qt::Key_A, Qt::NoModifier, QStringLiteral("a"));
        letter.ignore();
        QApplication::sendEvent(find, &letter);
        QVERIFY(letter.isAccepted()); // what is no shortcut is typed

        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.selection().selectNode(0, nullptr);
        find->setFocus();
        QSignalSpy marked(
            window.actionRegistry().action(QStringLiteral("graph.bookmark")), &QAction::triggered);
        QTest::keyClick(find, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(marked.size(), 1);
    }

    void rulesFollowTheState()
    {
        QTemporaryDir folder;
        MainWindow window(false);
        const auto isEnabled = [&window](const char* id) {
            return window.actionRegistry().action(QString::fromLatin1(id))->isEnabled();
        };
        QVERIFY(isEnabled("file.open"));
        for (const char* id : {"graph.find", "graph.fit", "graph.zoom-in", "graph.expand", "graph.minimap",
                 "save.chart", "save.samples", "save.tensor"})
            QVERIFY2(!isEnabled(id), id);
        QVERIFY(
            !isEnabled("file.open-again") && !isEnabled("file.close") && !isEnabled("file.cancel-opening"));
        window.openModel(writeSmallModel(folder.path()));
        QVERIFY(isEnabled("file.cancel-opening"));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);
        QVERIFY(isEnabled("file.open-again") && isEnabled("save.copy") && !isEnabled("file.cancel-opening"));
        QVERIFY(isEnabled("graph.find") && isEnabled("graph.fit"));
        QVERIFY(!isEnabled("save.chart") && !isEnabled("save.samples")); // nothing was loaded that they show
        emit window.controller().activitySampled({{.seconds = 0}});
        QVERIFY(isEnabled("save.chart") && isEnabled("save.samples"));
        // Only a tensor can be extracted.
        QVERIFY(!isEnabled("save.tensor"));
        window.selection().selectTensor(0, nullptr);
        QVERIFY(isEnabled("save.tensor"));
        const quint64 before = window.controller().document()->generation;
        window.actionRegistry().action(QStringLiteral("file.open-again"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document()->generation > before, 30'000);
        window.actionRegistry().action(QStringLiteral("file.close"))->trigger();
        QVERIFY(!isEnabled("save.copy") && !isEnabled("file.close"));
    }
};

QTEST_MAIN(WindowActionsTest)
#include "tst_windowactions.moc"
