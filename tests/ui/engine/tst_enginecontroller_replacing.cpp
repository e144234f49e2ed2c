// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// Another model, good or bad, is asked for while one is there.
class EngineControllerReplacingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_model = writeSmallModel(m_folder.path());
        m_nonsense = m_folder.filePath(QStringLiteral("nonsense.onnx"));
        QFile file(m_nonsense);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("this is no model\n");
    }

    void anotherModelMidLoad()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        controller.startLoad({});
        controller.openModel(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 30'000);
    }

    void badFileKeepsTheModelThatIsOpen()
    {
        EngineController controller;
        controller.openModel(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(controller.document() != nullptr && !controller.isBusy(), 30'000);
        const ModelDocumentPtr document = controller.document();
        const EngineState state = controller.state();
        QSignalSpy closed(&controller, &EngineController::modelClosed);
        openBad(controller);
        QCOMPARE(controller.document(), document);
        QTRY_COMPARE(controller.state(), state);
        QCOMPARE(controller.document(), document);
        QVERIFY(closed.isEmpty());
        controller.openModel(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(controller.document() != document, 30'000);
        QCOMPARE(closed.size(), 1);
    }

    void badFileKeepsWhatIsLoaded()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        const BuiltGraphPtr graph = controller.graph();
        const uint64_t weightBytes = graph->meter->snapshot().of(MemoryPurpose::Weights);
        QVERIFY(weightBytes > 0);
        openBad(controller);
        QTRY_COMPARE(controller.state(), EngineState::Ready);
        QCOMPARE(controller.graph(), graph);
        QCOMPARE(controller.hollowCount(), size_t(0));
        QCOMPARE(graph->meter->snapshot().of(MemoryPurpose::Weights), weightBytes);
        // A run that is going on is stopped for it, and the next one finds everything in place.
        controller.run({});
        openBad(controller);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        QSignalSpy finished(&controller, &EngineController::runFinished);
        controller.run({});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        QVERIFY(controller.runResult() != nullptr);
    }

    void badFileMidLoadKeepsWhatIsSet_data()
    {
        QTest::addColumn<bool>("pauses");
        QTest::newRow("running") << false;
        QTest::newRow("paused") << true;
    }

    // The load may be through before it is stopped: then everything is set, and stays so.
    void badFileMidLoadKeepsWhatIsSet()
    {
        QFETCH(bool, pauses);
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        const BuiltGraphPtr graph = controller.graph();
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        controller.startLoad(options);
        if (pauses) {
            controller.pauseLoad();
            QTRY_VERIFY(controller.state() != EngineState::Loading);
        }
        openBad(controller);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        const auto outcome = ended.front().front().value<LoadResult>().outcome;
        QVERIFY(outcome == LoadOutcome::Cancelled || outcome == LoadOutcome::Finished);
        const EngineState settled = controller.hollowCount() == 0 ? EngineState::Ready : EngineState::Hollow;
        QTRY_COMPARE(controller.state(), settled);
        QCOMPARE(settled == EngineState::Ready, outcome == LoadOutcome::Finished);
        QCOMPARE(controller.graph(), graph);
        if (settled == EngineState::Hollow)
            controller.startLoad(options);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        QCOMPARE(controller.hollowCount(), size_t(0));
    }

    // Whether the good one was read before it was given up or not, window and worker agree on what is open.
    void badFileRightAfterAGoodOne()
    {
        for (const int waitMs : {0, 4, 16, 64, 256}) {
            EngineController controller;
            controller.openModel(m_model);
            QTest::qSleep(waitMs); // answers stay in the queue
            openBad(controller);
            QTRY_VERIFY_WITH_TIMEOUT(!controller.isBusy(), 30'000);
            QCOMPARE(controller.document() == nullptr, controller.state() == EngineState::Empty);
            if (controller.document() && hasDevice())
                QCOMPARE(controller.state(), EngineState::Hollow);
        }
    }

private:
    void openPlanned(EngineController& controller)
    {
        controller.openModel(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 30'000);
    }

    // Asks for a file that is no model and waits for the problem.
    void openBad(EngineController& controller)
    {
        QSignalSpy problems(&controller, &EngineController::reported);
        const auto isReported = [&problems] {
            return !problems.isEmpty()
                && problems.last().front().value<Problem>().message.contains(QLatin1String("nonsense.onnx"));
        };
        controller.openModel(m_nonsense);
        QCOMPARE(controller.state(), EngineState::Opening);
        QTRY_VERIFY_WITH_TIMEOUT(isReported(), 60'000);
    }

    QTemporaryDir m_folder;
    QString m_model;
    QString m_nonsense; // a file that is no model
};

QTEST_MAIN(EngineControllerReplacingTest)
#include "tst_enginecontroller_replacing.moc"
