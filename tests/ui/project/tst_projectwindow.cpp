// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/generate/generatescene.h"
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/generate/generatedialog.h"
#include "ui/project/projectdialog.h"
#include "ui/window/mainwindow.h"
#include "widgets/formatbytes.h"

#include <QApplication>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWindow>

#include <memory>

using namespace weightless;
using namespace weightless::ui;

// A folder's window beside the main one.
class ProjectWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(m_folder.isValid());
        writeSmallFolder(m_folder.path());
    }

    void init()
    {
        m_window = std::make_unique<MainWindow>(false);
        m_window->show();
        m_project = &m_window->dialogs().openProject(m_folder.path());
        settle();
        QVERIFY(m_project->isRead());
    }

    void cleanup() { m_window.reset(); } // takes the folder's along

    // It opened behind the folder's window, which stayed above it.
    void theMainWindowComesUpWithAModel()
    {
        QVERIFY(!m_project->windowHandle()->transientParent() && !m_project->parentWidget());
        QCOMPARE(m_project->windowType(), Qt::Window);
        QVERIFY(!m_project->testAttribute(Qt::WA_QuitOnClose));
        m_project->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_project));
        m_window->setWindowState(Qt::WindowMinimized);
        auto* table = m_project->findChild<QTableView*>();
        emit table->doubleClicked(table->currentIndex());
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QVERIFY(!m_window->isMinimized());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->controller().document() != nullptr, longMs);
        QVERIFY(m_project->isVisible());
    }

    // It went from the button that a job switches off to the next one, and stayed there.
    void theKeyboardComesBackAfterAJob()
    {
        QPushButton* load = button("Load All");
        QPushButton* cancel = button("Cancel");
        QPushButton* unload = button("Unload All");
        for (QPushButton* begins : {button("Load, Run"), load, unload}) {
            begins->setFocus();
            begins->click();
            QVERIFY(m_project->isBusy());
            QCOMPARE(m_project->focusWidget(), cancel);
            settle();
            QCOMPARE(m_project->focusWidget(), begins == unload ? load : begins); // nothing is left to unload
        }
        load->setFocus();
        load->click();
        auto* table = m_project->findChild<QTableView*>();
        table->setFocus(); // meanwhile
        settle();
        QCOMPARE(m_project->focusWidget(), table);
        m_project->unloadAll(); // begun from elsewhere
        settle();
        QCOMPARE(m_project->focusWidget(), table);
    }

    // The main window said "Device 0 B" of a program that held gigabytes.
    void theStatusBarCountsWhatIsHeldBeside()
    {
        const auto* told = testing::named<QLabel>(*m_window, "Memory in use");
        QVERIFY(told);
        const auto tells = [told](qint64 bytes) {
            return told->text().startsWith(QStringLiteral("Device %1 ·").arg(widgets::formatBytes(bytes)));
        };
        QTRY_VERIFY2(tells(heldBy(m_project->meter())), qPrintable(told->text()));
        m_project->loadAll();
        settle();
        QVERIFY(heldBy(m_project->meter()) > 0);
        QTRY_VERIFY2(tells(heldBy(m_project->meter())), qPrintable(told->text()));
        m_project->unloadAll();
        settle();
        QTRY_VERIFY2(tells(heldBy(m_project->meter())), qPrintable(told->text()));
        m_project->openGenerate();
        GeneratePage& page = m_project->findChild<GenerateDialog*>()->page();
        QVERIFY(becomesIdle(page));
        setSmall(page);
        QVERIFY(generates(page, false)); // and its parts stay
        QVERIFY2(heldBy(page.meter()) > 0, qPrintable(page.message()));
        QTRY_VERIFY2(tells(heldBy(m_project->meter()) + heldBy(page.meter())), qPrintable(told->text()));
    }

    // As while it was a part of that window.
    void theMainWindowAsksBeforeAPictureIsLost()
    {
        m_project->openGenerate();
        auto* dialog = m_project->findChild<GenerateDialog*>();
        QVERIFY(dialog && becomesIdle(dialog->page()));
        setSmall(dialog->page());
        dialog->page().generate();
        QVERIFY(dialog->page().isGenerating());
        int asked = 0;
        QTimer watch;
        connect(&watch, &QTimer::timeout, dialog, [&] {
            if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                ++asked;
                question->defaultButton()->click(); // "Go On"
            }
        });
        watch.start(1);
        QVERIFY(!m_window->close());
        QCOMPARE(asked, 1);
        QVERIFY(m_window->isVisible());
        dialog->page().cancel();
        QVERIFY(becomesIdle(dialog->page()));
    }

    // A window that is still seen when the program is to end could refuse that.
    void foldersGoWithTheMainWindow()
    {
        m_project->show();
        QVERIFY(m_window->close());
        QVERIFY(!m_project->isVisible());
    }

private:
    static qint64 heldBy(const MemoryMeter* meter)
    {
        const MemorySnapshot held = meter->snapshot();
        return static_cast<qint64>(held.of(MemoryPurpose::Weights) + held.of(MemoryPurpose::Activations));
    }

    [[nodiscard]] QPushButton* button(const char* word) const
    {
        for (QPushButton* button : m_project->findChildren<QPushButton*>()) {
            if (button->text().remove(QLatin1Char('&')).startsWith(QLatin1String(word)))
                return button;
        }
        return nullptr;
    }

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_project->isBusy(), longMs); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    ProjectDialog* m_project = nullptr; // the window's
};

QTEST_MAIN(ProjectWindowTest)
#include "tst_projectwindow.moc"
