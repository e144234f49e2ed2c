// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "engine/http/cachefolder.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/temporaryfolder.h"
#include "ui/dialogs/urldialog.h"
#include "ui/models/problemmodel.h"
#include "ui/pages/problemspage.h"
#include "ui/start/startpage.h"
#include "ui/text/loadtext.h"
#include "ui/text/text.h"
#include "ui/window/mainwindow.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::TestServer;

// A model on a server, in the window.
class WebModelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        testing::keepFromProxies();
        const QString path = writeSmallModel(QString::fromStdString(m_folder.path().string()));
        for (const auto& entry : std::filesystem::directory_iterator(m_folder.path()))
            m_server.serve("m/" + entry.path().filename().string(), test::contentOf(entry.path()));
        m_path = toPath(path);
        m_name = "m/" + path.section(QLatin1Char('/'), -1).toStdString();
    }

    void opensAndLoads()
    {
        MainWindow window(false);
        window.show();
        window.openModel(QString::fromStdString(m_server.url(m_name, "me:secret")));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);
        const ModelDocumentPtr document = window.controller().document();
        QCOMPARE(displayPath(document->model.path), m_server.url(m_name));
        QVERIFY(document->fileBytes > 0);
        QVERIFY(!window.windowTitle().contains(QLatin1String("secret")));
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().canLoad(), 30'000);
        QSignalSpy ended(&window.controller(), &EngineController::loadEnded);
        window.startLoad(LoadMode::Auto);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        const auto result = ended.front().front().value<LoadResult>();
        QCOMPARE(result.outcome, LoadOutcome::Finished);
        QVERIFY(result.report.bytesByLoader.at("http") > 0);
        QVERIFY(LoadText::modeOf(result.report) == LoadMode::Streamed);
        QCOMPARE(window.controller().hollowCount(), size_t(0));
    }

    // What is not shown of its address is sent again: the password, and the query that may be a signature.
    void isOpenedAgainWithWhatItWasOpenedWith()
    {
        MainWindow window(false);
        window.openModel(QString::fromStdString(m_server.url(m_name, "me:secret")));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);
        const ModelDocumentPtr before = window.controller().document();
        m_server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
            if (!request.headers.contains("authorization"))
                answer = {.status = 401, .headers = {}};
        });
        const auto forgetHook = qScopeGuard([this] { m_server.setHook({}); });
        QSignalSpy opened(&window.controller(), &EngineController::modelOpened);
        window.openAgain();
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 10'000);
        QVERIFY(window.controller().document() != before);
    }

    // Byte for byte what a copy of the file is; nothing of the structure is written anew.
    void aCopyIsThatOfTheFile()
    {
        test::TemporaryFolder fromDisk, fromServer;
        const auto save = [&](const QString& model, const test::TemporaryFolder& folder) {
            EngineController controller;
            QSignalSpy ended(&controller.saving(), &EngineSaving::saveEnded);
            QSignalSpy problems(&controller, &EngineController::reported);
            controller.openModel(model);
            if (!QTest::qWaitFor(
                    [&] { return controller.saving().canSave() && !controller.isBusy(); }, 30'000))
                return false;
            problems.clear();
            SaveRequest request;
            request.path = fromPath(folder / "copy.onnx");
            request.generation = controller.document()->generation;
            controller.saving().saveModel(request);
            return QTest::qWaitFor([&] { return ended.size() == 1; }, 30'000) && ended.front().back().toBool()
                && problems.isEmpty();
        };
        QVERIFY(save(fromPath(m_path), fromDisk));
        QVERIFY(save(QString::fromStdString(m_server.url(m_name)), fromServer));
        for (const char* file : {"copy.onnx", "copy.onnx_data"})
            QVERIFY2(test::contentOf(fromServer / file) == test::contentOf(fromDisk / file), file);
    }

    void whatIsReceivedIsKept()
    {
        test::TemporaryFolder folder;
        EngineController controller;
        const auto open = [&] {
            controller.openModel(QString::fromStdString(m_server.url(m_name)));
            return QTest::qWaitFor(
                [&] { return controller.state() != EngineState::Opening && !controller.isBusy(); }, 30'000);
        };
        QVERIFY(open());
        QCOMPARE(folder.fileCount(), size_t {0});
        controller.setKeptDownloads(fromPath(folder.path()));
        QVERIFY(open());
        controller.closeModel();
        QTRY_VERIFY(http::cacheUse(folder.path()).sizeBytes > 0);
        const size_t before = m_server.requests().size();
        QVERIFY(open());
        QVERIFY(controller.document() != nullptr);
        QCOMPARE(m_server.requests().size(), before + 2); // whether model and data are still that version
        controller.setKeptDownloads({});
    }

    void aRefusalIsOneProblem()
    {
        MainWindow window(false);
        QSignalSpy problems(&window.controller(), &EngineController::reported);
        window.openModel(QString::fromStdString(m_server.url("m/none.onnx", "me:secret")));
        QTRY_COMPARE(problems.size(), 1);
        const auto problem = problems.front().front().value<Problem>();
        QVERIFY2(problem.message.contains(QLatin1String("404 Not Found")), qPrintable(problem.message));
        QVERIFY(!problem.message.contains(QLatin1String("secret")));
        QTRY_COMPARE(window.controller().state(), EngineState::Empty);
    }

    void openingIsCancelledFromTheStartPage()
    {
        m_server.setHook(
            [](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 0; });
        MainWindow window(false);
        window.show();
        QPushButton* cancel = nullptr;
        for (QPushButton* button : window.pages().start->findChildren<QPushButton*>())
            cancel = button->accessibleName() == QLatin1String("Cancel opening") ? button : cancel;
        QVERIFY(cancel != nullptr && !cancel->isVisible());
        const size_t before = m_server.requests().size();
        window.openModel(QString::fromStdString(m_server.url(m_name)));
        QTRY_VERIFY(m_server.requests().size() > before);
        QVERIFY(cancel->isVisible());
        cancel->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), EngineState::Empty, 10'000);
        QVERIFY(!cancel->isVisible());
        m_server.setHook({});
    }

    void closingWhileTheServerStallsIsQuick()
    {
        m_server.setHook(
            [](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 0; });
        QElapsedTimer sinceClose;
        {
            MainWindow window(false);
            window.show();
            const size_t before = m_server.requests().size();
            window.openModel(QString::fromStdString(m_server.url(m_name)));
            QTRY_VERIFY(m_server.requests().size() > before);
            QCOMPARE(window.controller().state(), EngineState::Opening);
            sinceClose.start();
            window.close();
        }
        // Not the time-out of a stalled server.
        QVERIFY2(sinceClose.elapsed() < 10'000, qPrintable(QString::number(sinceClose.elapsed())));
        m_server.setHook({});
    }

    // While nothing arrives no constant is completed, and all the same the load pauses, goes on and ends.
    void aLoadPausesAndClosesWhileTheServerStalls()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QElapsedTimer sinceClose;
        {
            MainWindow window(false);
            window.show();
            window.openModel(QString::fromStdString(m_server.url(m_name)));
            QTRY_VERIFY_WITH_TIMEOUT(window.controller().canLoad(), 30'000);
            m_server.setHook(
                [](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 0; });
            const size_t before = m_server.requests().size();
            window.startLoad(LoadMode::Auto);
            QTRY_VERIFY(m_server.requests().size() > before);
            window.controller().pauseLoad();
            QTRY_COMPARE(window.controller().state(), EngineState::Paused);
            window.controller().resumeLoad();
            QTRY_COMPARE(window.controller().state(), EngineState::Loading);
            sinceClose.start();
            window.close();
        }
        QVERIFY2(sinceClose.elapsed() < 10'000, qPrintable(QString::number(sinceClose.elapsed())));
        m_server.setHook({});
    }

    void theMenuAsksForAnAddress()
    {
        MainWindow window(false);
        window.show();
        QAction* open = nullptr;
        for (const QAction* menu : window.menuBar()->actions()) {
            for (QAction* action : menu->menu()->actions()) {
                if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_U))
                    open = action;
            }
        }
        QVERIFY(open);
        bool isTaken = false;
        const auto answer = [&](const QString& text) {
            QTimer::singleShot(0, &window, [&window, &isTaken, text] {
                auto* dialog = window.findChild<UrlDialog*>();
                QVERIFY(dialog);
                dialog->field().setText(text);
                const auto* buttons = dialog->findChild<QDialogButtonBox*>();
                isTaken = buttons->button(QDialogButtonBox::Open)->isEnabled();
                dialog->done(isTaken ? QDialog::Accepted : QDialog::Rejected);
            });
            open->trigger();
        };
        answer(QStringLiteral("host/m.onnx"));
        QVERIFY(!isTaken);
        answer(QString::fromStdString(m_server.url(m_name)));
        QVERIFY(isTaken);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);
    }

    void anAddressCanBeDropped()
    {
        MainWindow window(false);
        QMimeData mime;
        mime.setUrls({QUrl(QString::fromStdString(m_server.url(m_name)))});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &drop);
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().document() != nullptr, 30'000);
    }

private:
    test::TemporaryFolder m_folder;
    TestServer m_server;
    std::filesystem::path m_path;
    std::string m_name;
};

QTEST_MAIN(WebModelTest)
#include "tst_webmodel.moc"
