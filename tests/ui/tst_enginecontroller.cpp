// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testdocument.h"

#include "ui/enginecontroller.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

class EngineControllerTest : public QObject {
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

    void badFilesAreReported_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("this is no model\n");
        QFile file(m_model);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        QTest::newRow("half") << whole.left(whole.size() / 2);
        QTest::newRow("without its end") << whole.left(whole.size() - 1);
    }

    void badFilesAreReported()
    {
        QFETCH(QByteArray, content);
        const QString path = m_folder.filePath(QStringLiteral("bad.onnx"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        EngineController controller;
        QSignalSpy problems(&controller, &EngineController::reported);
        controller.openModel(path);
        QCOMPARE(controller.state(), EngineState::Opening);
        QTRY_COMPARE(controller.state(), EngineState::Empty);
        QVERIFY(!problems.isEmpty());
        const auto problem = problems.last().front().value<Problem>();
        QCOMPARE(problem.task, Task::Open);
        QVERIFY2(problem.message.contains(QLatin1String("bad.onnx")), qPrintable(problem.message));
        QVERIFY(!problem.advice.isEmpty());
        // The next model opens as if nothing had been.
        controller.openModel(m_model);
        QTRY_VERIFY(controller.document() != nullptr);
    }

    void copiesAndTensorsAreSaved()
    {
        EngineController controller;
        QSignalSpy problems(&controller, &EngineController::reported);
        QSignalSpy ended(&controller, &EngineController::saveEnded);
        SaveRequest request;
        request.path = m_folder.filePath(QStringLiteral("copy.onnx"));
        controller.saveModel(request); // no model is open
        QVERIFY(!controller.canSave());
        controller.openModel(m_model);
        QTRY_VERIFY(controller.document() != nullptr);
        controller.saveModel(request);
        QVERIFY(!controller.canSave());
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {request.path, true}));
        QCOMPARE(QFileInfo(request.path + QStringLiteral("_data")).size(),
            QFileInfo(m_model + QStringLiteral("_data")).size());

        ExtractRequest extract;
        extract.constant = controller.document()->constants.front();
        extract.path = m_folder.filePath(QStringLiteral("tensor.npy"));
        controller.extractTensor(extract);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {extract.path, true}));
        QVERIFY(QFileInfo::exists(extract.path));

        // Onto its own file, and with a stop: nothing is written, and the next one works.
        problems.clear();
        request.path = m_model;
        controller.saveModel(request);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {QString(), false}));
        QTRY_COMPARE(problems.size(), 1);
        QCOMPARE(problems.last().front().value<Problem>().task, Task::SaveModel);
        request.path = m_folder.filePath(QStringLiteral("stopped.onnx"));
        controller.saveModel(request);
        controller.cancelSave();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {QString(), false}));
        QVERIFY(!QFileInfo::exists(request.path));
        QVERIFY(controller.canSave());
    }

    // The files are gone, the constants are set: the device has the bytes.
    void theDeviceGivesBackWhatIsGone()
    {
        if (!hasDevice())
            QSKIP("no Vulkan device");
        QTemporaryDir folder;
        const QString model = writeSmallModel(folder.path());
        EngineController controller;
        QSignalSpy problems(&controller, &EngineController::reported);
        QSignalSpy saved(&controller, &EngineController::saveEnded);
        QSignalSpy loaded(&controller, &EngineController::loadEnded);
        controller.openModel(model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 30'000);
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        controller.startLoad(options);
        QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 1, 30'000);
        QFile original(model + QStringLiteral("_data"));
        QVERIFY(original.open(QIODevice::ReadOnly));
        const QByteArray bytes = original.readAll();
        QVERIFY(QFile::remove(model) && QFile::remove(original.fileName()));
        SaveRequest request;
        request.path = folder.filePath(QStringLiteral("restored.onnx"));
        problems.clear();
        controller.saveModel(request);
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 30'000);
        QCOMPARE(saved.takeFirst(), (QVariantList {request.path, true}));
        QFile restored(request.path + QStringLiteral("_data"));
        QVERIFY(restored.open(QIODevice::ReadOnly));
        QVERIFY(restored.readAll() == bytes);
        QTRY_COMPARE(problems.size(), 1); // that the structure was rebuilt
    }

    void missingFile()
    {
        EngineController controller;
        QSignalSpy problems(&controller, &EngineController::reported);
        controller.openModel(m_folder.filePath(QStringLiteral("nowhere.onnx")));
        QTRY_COMPARE(controller.state(), EngineState::Empty);
        QTRY_VERIFY(!problems.isEmpty());
    }

    void openPlanLoadRunUnload()
    {
        if (!hasDevice())
            QSKIP("no Vulkan device");
        EngineController controller;
        QSignalSpy states(&controller, &EngineController::stateChanged);
        QSignalSpy problems(&controller, &EngineController::reported);
        openPlanned(controller);
        QVERIFY(controller.canLoad());
        QVERIFY(!controller.canRun());
        QVERIFY(controller.hollowCount() > 0);
        const size_t hollow = controller.hollowCount();
        for (const int row : controller.graph()->tensorOfConstant)
            QVERIFY(row >= 0);
        QVERIFY(!controller.graph()->valueShapes.isEmpty());

        std::set<int> told;
        connect(&controller, &EngineController::constantsSet, &controller,
            [&told](const std::vector<int>& constants) { told.insert(constants.begin(), constants.end()); });
        QSignalSpy samples(&controller, &EngineController::memorySampled);
        for (const LoadMode mode : {LoadMode::Streamed, LoadMode::Conventional, LoadMode::ZeroCopy}) {
            told.clear();
            LoadOptions options;
            options.mode = mode;
            QSignalSpy ended(&controller, &EngineController::loadEnded);
            controller.startLoad(options);
            QCOMPARE(controller.state(), EngineState::Loading);
            QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
            const auto result = ended.front().front().value<LoadResult>();
            QCOMPARE(result.outcome, LoadOutcome::Finished);
            QCOMPARE(controller.state(), EngineState::Ready);
            QCOMPARE(told.size(), hollow);
            QCOMPARE(controller.hollowCount(), size_t(0));
            QVERIFY(samples.size() >= 2);
            if (mode == LoadMode::ZeroCopy)
                break;
            controller.unload();
            QTRY_COMPARE(controller.state(), EngineState::Hollow);
            QCOMPARE(controller.hollowCount(), hollow);
        }

        RunRequest request;
        request.repeatCount = 2;
        controller.run(request);
        QCOMPARE(controller.state(), EngineState::Running);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        QVERIFY2(controller.runResult() != nullptr,
            problems.isEmpty() ? "" : qPrintable(problems.last().front().value<Problem>().message));
        QCOMPARE(controller.runResult()->seconds.size(), size_t(2));
        QVERIFY(!controller.runResult()->steps.empty());
        for (const OutputResult& output : controller.runResult()->outputs) {
            QVERIFY(output.values != nullptr);
            QVERIFY(output.statistics.elementCount > 0);
        }
        QCOMPARE(controller.runResult()->copies.writes, uint64_t(controller.graph()->inputs.size()));
        QCOMPARE(controller.runResult()->copies.reads, uint64_t(controller.graph()->outputs.size()));
        request.repeatCount = 1;
        const std::string name = controller.graph()->outputs.front().name;
        request.deviceOutputs.insert(name);
        controller.run(request);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        QVERIFY(!controller.runResult()->outputs.front().values);
        QCOMPARE(controller.runResult()->copies.reads, uint64_t(controller.graph()->outputs.size() - 1));
        controller.readOutput(QString::fromStdString(name));
        QTRY_VERIFY(controller.runResult()->outputs.front().values != nullptr);
        QCOMPARE(controller.runResult()->copies.reads, uint64_t(controller.graph()->outputs.size()));

        const QString saved = m_folder.filePath(QStringLiteral("output.npy"));
        QSignalSpy saves(&controller, &EngineController::tensorSaved);
        controller.saveTensor(controller.runResult()->outputs.front().values, QStringLiteral("y"), saved);
        QTRY_COMPARE(saves.size(), 1);
        QVERIFY(QFile::exists(saved));
        controller.closeModel();
        QCOMPARE(controller.state(), EngineState::Empty);
    }

    void wrongInputIsReportedAndTheGraphStaysReady()
    {
        if (!hasDevice())
            QSKIP("no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        QSignalSpy problems(&controller, &EngineController::reported);
        RunRequest request;
        const std::string input = controller.graph()->inputs.front().name;
        request.inputs[input] = {
            .kind = InputKind::File, .path = m_folder.filePath(QStringLiteral("no.npy"))};
        controller.run(request);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        QCOMPARE(problems.size(), 1);
        QVERIFY(problems.front().front().value<Problem>().message.contains(QLatin1String("no.npy")));
    }

    void pauseResumeCancel()
    {
        if (!hasDevice())
            QSKIP("no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        // Asked before the worker begins, the pause always comes in time.
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        controller.startLoad(options);
        controller.pauseLoad();
        QTRY_COMPARE(controller.state(), EngineState::Paused);
        controller.cancelLoad();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.front().front().value<LoadResult>().outcome, LoadOutcome::Cancelled);
        QCOMPARE(controller.state(), EngineState::Hollow);
        // Pause and resume in a row leave one load running, not two.
        controller.startLoad(options);
        for (int i = 0; i < 20; ++i) {
            controller.pauseLoad();
            controller.resumeLoad();
            QTest::qWait(1);
        }
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        QCOMPARE(controller.hollowCount(), size_t(0));
        QCOMPARE(ended.size(), 2);
    }

    void missingDataLeavesTheRestSet()
    {
        if (!hasDevice())
            QSKIP("no Vulkan device");
        QTemporaryDir folder;
        const QString path = writeSmallModel(folder.path());
        EngineController controller;
        QSignalSpy problems(&controller, &EngineController::reported);
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        controller.openModel(path);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 30'000);
        QVERIFY(QFile::remove(path + QStringLiteral("_data")));
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        controller.startLoad(options);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.front().front().value<LoadResult>().outcome, LoadOutcome::Failed);
        QCOMPARE(controller.state(), EngineState::Hollow);
        QVERIFY(!problems.isEmpty());
        QCOMPARE(problems.last().front().value<Problem>().task, Task::Load);
    }

    void anotherModelMidLoad()
    {
        if (!hasDevice())
            QSKIP("no Vulkan device");
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
        if (!hasDevice())
            QSKIP("no Vulkan device");
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
        if (!hasDevice())
            QSKIP("no Vulkan device");
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

    void destroyedAtAnyMoment()
    {
        for (int waitMs : {0, 1, 5, 20, 60}) {
            EngineController controller;
            controller.openModel(m_model);
            QTRY_VERIFY_WITH_TIMEOUT(
                controller.state() != EngineState::Opening && controller.state() != EngineState::Building,
                30'000);
            controller.startLoad({});
            QTest::qWait(waitMs);
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

QTEST_MAIN(EngineControllerTest)
#include "tst_enginecontroller.moc"
