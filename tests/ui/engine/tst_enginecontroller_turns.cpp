// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"
#include "ui/text/text.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <functional>

using namespace weightless;
using namespace weightless::ui;

// What may begin while something else goes on, and what that is stopped for.
class EngineControllerTurnsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(m_folder.isValid());
        m_model = writeSmallModel(m_folder.path());
    }

    void init()
    {
        m_controller = std::make_unique<EngineController>();
        m_controller->openModel(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, 30'000);
    }

    void cleanup() { m_controller.reset(); }

    void aRunDoesNotBeginMeanwhile()
    {
        load();
        QSignalSpy started(m_controller.get(), &EngineController::runStarted);
        QSignalSpy unloaded(m_controller.get(), &EngineController::unloaded);
        m_controller->unload();
        QVERIFY(!m_controller->canRun() && !m_controller->canUnload() && !m_controller->canLoad());
        m_controller->run({});
        QVERIFY(started.isEmpty());
        m_controller->unload(); // once is enough
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, 30'000);
        QCOMPARE(m_controller->hollowCount(), m_controller->graph()->tensorOfConstant.size());
        load();
        QCOMPARE(unloaded.size(), 1);
    }

    // What is asked for too early is refused, not lost: the window would wait for its end.
    void aLoadDoesNotBeginMeanwhile()
    {
        cancelHalfWay();
        QVERIFY(m_controller->canUnload());
        QSignalSpy started(m_controller.get(), &EngineController::loadStarted);
        QSignalSpy ended(m_controller.get(), &EngineController::loadEnded);
        m_controller->unload();
        m_controller->startLoad({});
        QVERIFY(!m_controller->canUnload());
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->canLoad(), 30'000);
        QCOMPARE(m_controller->hollowCount(), m_controller->graph()->tensorOfConstant.size());
        load();
        QCOMPARE(started.size(), 1);
        QCOMPARE(ended.size(), 1);
    }

    // Pages show it as hollow, and another load does not go on with it.
    void whatAChangedFileGaveIsTakenBack()
    {
        pauseHalfWay();
        QTest::qSleep(20); // beyond the grain of the system's clock for files
        QFile data(m_model + QStringLiteral("_data"));
        QVERIFY(data.open(QIODevice::ReadWrite));
        const QByteArray beginning = data.peek(4);
        QCOMPARE(data.write(beginning), beginning.size());
        data.close();
        QSignalSpy takenBack(m_controller.get(), &EngineController::constantsTakenBack);
        m_controller->cancelLoad();
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, 30'000);
        QCOMPARE(takenBack.size(), 1);
        QVERIFY(takenBack.front().front().value<std::vector<int>>().empty());
        QCOMPARE(m_controller->hollowCount(), m_controller->graph()->tensorOfConstant.size());
        QCOMPARE(m_controller->feed()->constantsSet.load(), size_t {0});
        QCOMPARE(m_controller->feed()->bytesSet.load(), uint64_t {0});
    }

    // A load under a budget that has no room for what there is begins anew with it, and fails.
    void whatIsPlannedAnewIsHollow()
    {
        cancelHalfWay();
        const QString data = m_model + QStringLiteral("_data");
        QVERIFY(QFile::rename(data, data + QStringLiteral(".away")));
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        uint64_t most = 0;
        for (const LoadPrediction& prediction : m_controller->graph()->predictions)
            most = std::max(most, prediction.deviceWeightsBytes);
        options.deviceBudget = most - 4096;
        QSignalSpy ended(m_controller.get(), &EngineController::loadEnded);
        m_controller->startLoad(options);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QVERIFY(QFile::rename(data + QStringLiteral(".away"), data));
        QCOMPARE(m_controller->state(), EngineState::Hollow);
        QCOMPARE(m_controller->hollowCount(), m_controller->graph()->tensorOfConstant.size());
    }

    void anotherModelMeanwhile()
    {
        load();
        const ModelDocumentPtr document = m_controller->document();
        m_controller->unload();
        m_controller->openModel(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->document() != document, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, 30'000);
        load();
    }

    void aBadFileMeanwhile()
    {
        load();
        m_controller->unload();
        m_controller->openModel(m_folder.filePath(QStringLiteral("missing.onnx")));
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, 30'000);
        load();
    }

    void aValueDoesNotKeepOthersWaiting_data()
    {
        QTest::addColumn<bool>("unloads");
        QTest::newRow("run") << false;
        QTest::newRow("unload") << true;
    }

    void aValueDoesNotKeepOthersWaiting()
    {
        QFETCH(bool, unloads);
        load();
        QSignalSpy finished(m_controller.get(), &EngineController::runFinished);
        m_controller->run({});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        QSignalSpy read(m_controller.get(), &EngineController::valueRead);
        m_controller->readValue(someValue());
        if (unloads)
            m_controller->unload();
        else
            m_controller->run({});
        QTRY_COMPARE_WITH_TIMEOUT(read.size(), 1, 60'000);
        QVERIFY(read.front().at(1).value<std::shared_ptr<const HostTensor>>() == nullptr);
        QVERIFY(!read.front().at(2).toString().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!m_controller->isBusy(), 60'000);
    }

private:
    // What a node late in the model makes, and another one takes.
    QString someValue()
    {
        const auto& nodes = m_controller->document()->nodes;
        QString value;
        for (const Node* node : nodes) {
            if (node && node->opType == "Softmax")
                value = fromUtf8(node->outputs.front());
        }
        return value;
    }

    void load()
    {
        m_controller->startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 30'000);
    }

    // After at least one constant, and before the last; a load that was quicker than that is made undone.
    void cancelHalfWay()
    {
        for (int attempt = 0; attempt < 50 && !m_controller->isPartlyLoaded(); ++attempt)
            beginLoad([this] { m_controller->cancelLoad(); });
        QVERIFY(m_controller->isPartlyLoaded());
    }

    // The same.
    void pauseHalfWay()
    {
        for (int attempt = 0; attempt < 50 && m_controller->state() != EngineState::Paused; ++attempt)
            beginLoad([this] { m_controller->pauseLoad(); });
        QCOMPARE(m_controller->state(), EngineState::Paused);
    }

    void beginLoad(const std::function<void()>& stop)
    {
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        m_controller->unload();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->canLoad(), 30'000);
        m_controller->startLoad(options);
        QDeadlineTimer patience(30'000);
        while (m_controller->feed()->constantsSet == 0 && !patience.hasExpired())
            QThread::yieldCurrentThread();
        stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->state() != EngineState::Loading, 30'000);
    }

    QTemporaryDir m_folder;
    QString m_model;
    std::unique_ptr<EngineController> m_controller;
};

QTEST_MAIN(EngineControllerTurnsTest)
#include "tst_enginecontroller_turns.moc"
