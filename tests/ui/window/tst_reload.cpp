// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/windowtest.h"

#include "ui/models/problemmodel.h"
#include "ui/pages/problemspage.h"
#include "ui/text/text.h"
#include "ui/window/actionregistry.h"
#include "ui/window/noticebar.h"
#include "ui/window/windowpages.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace weightless;
using namespace weightless::ui;

// F5: weights and results that are there go only where the user says so, or the file is another one.
class ReloadTest : public WindowTest {
    Q_OBJECT

private slots:
    void init()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        m_window = std::make_unique<MainWindow>(false);
        open(*m_window);
        QTRY_VERIFY_WITH_TIMEOUT(controller().canLoad(), 60'000);
    }

    void cleanup() { m_window.reset(); }

    void nothingIsAskedWhereNothingWouldBeGone()
    {
        QSignalSpy opened(&controller(), &EngineController::modelOpened);
        reload();
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 30'000);
    }

    void loadedWeightsStayUnlessTheUserLetsThemGo()
    {
        load();
        QSignalSpy opened(&controller(), &EngineController::modelOpened);
        const QString question = reloadAnd([](QMessageBox& box) { QTest::keyClick(&box, Qt::Key_Return); });
        QCOMPARE(
            question, QStringLiteral("Reload %1, and give up its loaded weights?").arg(modelTitle(m_model)));
        QVERIFY(!reloadAnd([](QMessageBox& box) { QTest::keyClick(&box, Qt::Key_Escape); }).isEmpty());
        QTest::qWait(50);
        QCOMPARE(controller().state(), EngineState::Ready);
        QCOMPARE(opened.size(), 0);
        QVERIFY(!reloadAnd(&ReloadTest::agree).isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 30'000);
    }

    void resultsAreNamed()
    {
        load();
        QSignalSpy finished(&controller(), &EngineController::runFinished);
        QVERIFY(m_window->dispatch());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        const QString question = reloadAnd([](QMessageBox& box) { QTest::keyClick(&box, Qt::Key_Escape); });
        QVERIFY2(question.contains(QLatin1String("results of the last run")), qPrintable(question));
        QVERIFY(controller().runResult() != nullptr);
    }

    void aLoadThatGoesOnIsNamed()
    {
        m_window->startLoad(LoadMode::Streamed);
        const QString question = reloadAnd([](QMessageBox& box) { QTest::keyClick(&box, Qt::Key_Escape); });
        QVERIFY2(question.contains(QLatin1String("stop its load")), qPrintable(question));
        QTRY_COMPARE_WITH_TIMEOUT(controller().state(), EngineState::Ready, 60'000);
    }

    // What is asked is true at any time.
    void theQuestionFollowsTheLoad()
    {
        QString atFirst, afterwards;
        m_window->startLoad(LoadMode::Streamed);
        QTimer::singleShot(0, m_window.get(), [&] {
            auto* box = m_window->findChild<QMessageBox*>();
            QVERIFY(box);
            atFirst = box->text();
            QTRY_COMPARE_WITH_TIMEOUT(controller().state(), EngineState::Ready, 60'000);
            QTRY_VERIFY(box->text() != atFirst);
            afterwards = box->text();
            QTest::keyClick(box, Qt::Key_Escape);
        });
        reload();
        QVERIFY2(atFirst.contains(QLatin1String("stop its load")), qPrintable(atFirst));
        QCOMPARE(afterwards,
            QStringLiteral("Reload %1, and give up its loaded weights?").arg(modelTitle(m_model)));
        QCOMPARE(controller().state(), EngineState::Ready);
    }

    // What failed is still to be read about.
    void whatFailsMeanwhileKeepsItsModel()
    {
        m_window->startLoad(LoadMode::Streamed);
        const ProblemModel& problems = m_window->pages().problems->model();
        QSignalSpy opened(&controller(), &EngineController::modelOpened);
        QTimer::singleShot(0, m_window.get(), [&] {
            QVERIFY(m_window->findChild<QMessageBox*>());
            m_window->controller().cancelLoad();
            emit controller().reported(problemOf(Task::Save, Error(ErrorKind::Io, "no room")));
            QTRY_VERIFY_WITH_TIMEOUT(!controller().isBusy(), 60'000);
            if (controller().canUnload()) // all was loaded before
                controller().unload();
        });
        reload();
        QTest::qWait(50);
        QCOMPARE(opened.size(), 0);
        QCOMPARE(problems.count(Severity::Error), 1);
    }

    // Which cannot be read, perhaps, as it is still being written.
    void aLoadIsNotStoppedForAFileThatHasChanged()
    {
        m_window->startLoad(LoadMode::Streamed);
        touchModel();
        const QString question = reloadAnd([](QMessageBox& box) { QTest::keyClick(&box, Qt::Key_Escape); });
        QVERIFY2(question.contains(QLatin1String("stop its load")), qPrintable(question));
        QTRY_COMPARE_WITH_TIMEOUT(controller().state(), EngineState::Ready, 60'000);
    }

    // There is no plan to make anew while the weights of this one are on the device.
    void aPlanIsNotMadeAnewOverLoadedWeights()
    {
        const QAction* again = m_window->actionRegistry().action(QStringLiteral("load.plan"));
        QVERIFY(again->isEnabled());
        load();
        QVERIFY(!again->isEnabled());
        controller().unload();
        QTRY_VERIFY_WITH_TIMEOUT(again->isEnabled(), 60'000);
    }

    // It cannot be read again: what there is of it stays.
    void aFileThatIsGoneStopsNothing()
    {
        load();
        const QString away = m_model + QStringLiteral(".away");
        QVERIFY(QFile::rename(m_model, away));
        const auto back = qScopeGuard([&] { QFile::rename(away, m_model); });
        const ProblemModel& problems = m_window->pages().problems->model();
        QCOMPARE(problems.count(Severity::Error), 0);
        QCOMPARE(reloadAnd(&ReloadTest::agree), QString());
        QCOMPARE(problems.count(Severity::Error), 1);
        QTest::qWait(50);
        QCOMPARE(controller().state(), EngineState::Ready);
    }

    void aFileThatHasChangedIsReadWithoutAQuestion()
    {
        load();
        touchModel();
        QSignalSpy opened(&controller(), &EngineController::modelOpened);
        reload();
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 30'000);
    }

    // Loads would refuse them: they are as much of the model as its own file.
    void weightsThatAreReplacedAreNoticed()
    {
        load();
        const QString weights = weightsFile(), copy = weights + QStringLiteral(".new");
        QVERIFY(QFile::copy(weights, copy));
        QVERIFY(QFile::remove(weights) && QFile::rename(copy, weights));
        QTRY_COMPARE_WITH_TIMEOUT(m_window->notices().shownId(), QStringLiteral("changed"), 10'000);
        QSignalSpy opened(&controller(), &EngineController::modelOpened);
        reload(); // without a question
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 30'000);
    }

    // What is gone is not said to be as it was.
    void onlyFilesThatAreTheSameAreSaidToBe()
    {
        load();
        QString said, saidOfGone = QStringLiteral("nothing was asked");
        const auto keepAnd = [this](QString& information) {
            return reloadAnd([&information](QMessageBox& box) {
                information = box.informativeText();
                QTest::keyClick(&box, Qt::Key_Escape);
            });
        };
        QVERIFY(!keepAnd(said).isEmpty());
        QVERIFY2(said.contains(QLatin1String("has changed")), qPrintable(said));
        const QString weights = weightsFile(), away = weights + QStringLiteral(".away");
        QVERIFY(QFile::rename(weights, away));
        const auto back = qScopeGuard([&] { QFile::rename(away, weights); });
        QVERIFY(!keepAnd(saidOfGone).isEmpty());
        QCOMPARE(saidOfGone, QString());
    }

private:
    [[nodiscard]] QString weightsFile() const { return m_model + QStringLiteral("_data"); }

    void touchModel()
    {
        QFile file(m_model);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(
            file.setFileTime(QDateTime::currentDateTime().addSecs(-60), QFileDevice::FileModificationTime));
    }

    static void agree(QMessageBox& box)
    {
        for (QAbstractButton* button : box.buttons()) {
            if (box.buttonRole(button) == QMessageBox::DestructiveRole)
                button->click();
        }
    }

    // Returns what was asked, after the answer; empty: nothing.
    [[nodiscard]] QString reloadAnd(const std::function<void(QMessageBox&)>& answer)
    {
        QString question;
        QTimer::singleShot(0, m_window.get(), [&] {
            if (auto* box = m_window->findChild<QMessageBox*>()) {
                question = box->text();
                answer(*box);
            }
        });
        reload();
        return question;
    }

    void reload() { m_window->actionRegistry().action(QStringLiteral("file.open-again"))->trigger(); }
    void load()
    {
        m_window->startLoad(LoadMode::Streamed);
        QTRY_COMPARE_WITH_TIMEOUT(controller().state(), EngineState::Ready, 60'000);
    }
    [[nodiscard]] EngineController& controller() { return m_window->controller(); }

    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(ReloadTest)
#include "tst_reload.moc"
