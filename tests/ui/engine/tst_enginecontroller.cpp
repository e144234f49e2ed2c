// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"
#include "ui/text/loadtext.h"
#include "ui/text/problem.h"
#include "ui/text/text.h"

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

    // Another size would mend a model that has free dimensions, and nobody chose the one that failed. This
    // one has none.
    void aModelOfItsOwnFaultIsToBeExportedAgain()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        Model model;
        model.irVersion = 8;
        model.opsets = {{"", 17}};
        model.graph.inputs = {{"a", DataType::Float32, SymbolicShape {{2, ""}, {3, ""}}},
            {"b", DataType::Float32, SymbolicShape {{4, ""}, {5, ""}}}};
        model.graph.outputs = {{"y", DataType::Float32, std::nullopt}};
        model.graph.nodes = {{.name = "product",
            .opType = "MatMul",
            .inputs = {"a", "b"},
            .outputs = {"y"},
            .attributes = {}}};
        const auto problemOf = [&](bool isFree, const std::map<std::string, int64_t>& sizes) {
            if (isFree)
                model.graph.inputs[0].shape->front() = {-1, "n"};
            const QString path = m_folder.filePath(QStringLiteral("wrong.onnx"));
            onnx_io::writeModel(
                toPath(path), model, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, {});
            EngineController controller;
            QSignalSpy problems(&controller, &EngineController::reported);
            controller.setFreeDimensions(sizes);
            controller.openModel(path);
            const auto hasFailed = [&] {
                return !problems.isEmpty() && problems.last().front().value<Problem>().task == Task::Build;
            };
            return QTest::qWaitFor(hasFailed, 30'000) ? problems.last().front().value<Problem>() : Problem();
        };
        const Problem fixed = problemOf(false, {});
        QCOMPARE(fixed.advice, ProblemText::fixedModelAdvice());
        QVERIFY2(!fixed.message.contains(QLatin1String("taken as")), qPrintable(fixed.message));
        const Problem free = problemOf(true, {});
        QVERIFY2(!free.advice.isEmpty() && free.advice != fixed.advice, qPrintable(free.advice));
        QVERIFY2(free.message.endsWith(QLatin1String("'n' was taken as 1")), qPrintable(free.message));
        const Problem chosen = problemOf(true, {{"n", 2}});
        QVERIFY2(!chosen.message.isEmpty() && !chosen.message.contains(QLatin1String("taken as")),
            qPrintable(chosen.message));
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
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
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
        QSignalSpy saves(&controller.saving(), &EngineSaving::tensorSaved);
        controller.saving().saveTensor(
            controller.runResult()->outputs.front().values, QStringLiteral("y"), saved);
        QTRY_COMPARE(saves.size(), 1);
        QVERIFY(QFile::exists(saved));
        controller.closeModel();
        QCOMPARE(controller.state(), EngineState::Empty);
    }

    // The tensors stay where they are, and the model is not recorded again.
    void aSecondRunRecordsNothing()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        const auto run = [&] {
            controller.run({});
            return QTest::qWaitFor([&] { return controller.state() == EngineState::Ready; }, 60'000);
        };
        QVERIFY(run());
        QVERIFY(controller.runResult() && controller.runResult()->copies.recordings > 0);
        const uint64_t held = controller.graph()->meter->snapshot().of(MemoryPurpose::Activations);
        QVERIFY(run());
        // Unless the first one told how much a submission may be.
        for (int again = 0; again < 3 && controller.runResult()->copies.recordings > 0; ++again) {
            QVERIFY(run());
        }
        QCOMPARE(controller.runResult()->copies.recordings, uint64_t(0));
        QCOMPARE(controller.graph()->meter->snapshot().of(MemoryPurpose::Activations), held);
    }

    void wrongInputIsReportedAndTheGraphStaysReady()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        QSignalSpy problems(&controller, &EngineController::reported);
        RunRequest request;
        const std::string input = controller.graph()->inputs.front().name;
        request.inputs[input] = {
            .kind = InputKind::File, .path = toPath(m_folder.filePath(QStringLiteral("no.npy")))};
        controller.run(request);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        QCOMPARE(problems.size(), 1);
        QVERIFY(problems.front().front().value<Problem>().message.contains(QLatin1String("no.npy")));
    }

    void pauseResumeCancel()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        // Asked at once, the pause comes in time, unless this thread has to wait for a processor just then.
        const auto isSettled = [&] { return controller.state() != EngineState::Loading; };
        for (int i = 0; i < 50 && controller.state() != EngineState::Paused; ++i) {
            controller.unload();
            QTRY_COMPARE(controller.state(), EngineState::Hollow);
            ended.clear();
            controller.startLoad(options);
            controller.pauseLoad();
            QTRY_VERIFY(isSettled());
        }
        QCOMPARE(controller.state(), EngineState::Paused);
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

    void progressGoesForward_data()
    {
        QTest::addColumn<int>("mode");
        for (const LoadMode mode : {LoadMode::Streamed, LoadMode::ZeroCopy, LoadMode::Conventional})
            QTest::newRow(std::string(toString(mode)).c_str()) << static_cast<int>(mode);
    }

    // Over all phases, and over all parts of a load that is cancelled and continued.
    void progressGoesForward()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QFETCH(int, mode);
        EngineController controller;
        openPlanned(controller);
        double last = 0;
        bool isForward = true;
        double lastSeconds = 0;
        connect(&controller, &EngineController::progressed, &controller, [&] {
            const double now = LoadText::progress(controller, *controller.feed()).fraction;
            isForward = isForward && now >= last && now <= 1;
            last = now;
        });
        connect(&controller, &EngineController::activitySampled, &controller, [&](const auto& samples) {
            for (const widgets::MemorySample& sample : samples) {
                isForward = isForward && sample.seconds >= lastSeconds;
                lastSeconds = sample.seconds;
            }
        });
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        for (int part = 0; part < 50 && controller.canLoad(); ++part) {
            if (controller.hollowCount() == controller.graph()->tensorOfConstant.size())
                last = lastSeconds = 0; // nothing was set: it begins anew
            ended.clear();
            controller.startLoad({.mode = static_cast<LoadMode>(mode)});
            if (part < 10)
                controller.pauseLoad();
            if (part < 10
                && QTest::qWaitFor([&] { return controller.state() != EngineState::Loading; }, 10'000))
                controller.cancelLoad();
            QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
            QVERIFY(isForward);
        }
        QCOMPARE(controller.state(), EngineState::Ready);
        QCOMPARE(last, 1.0);
    }

    // Twenty rounds take what one load takes.
    void continuingTakesNoMoreMemory()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        EngineController controller;
        openPlanned(controller);
        const auto held = [&] { return controller.graph()->meter->snapshot().of(MemoryPurpose::Weights); };
        const LoadOptions options {.mode = LoadMode::Streamed};
        controller.startLoad(options);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        const uint64_t once = held();
        QVERIFY(once > 0);
        controller.unload();
        QTRY_COMPARE(controller.state(), EngineState::Hollow);
        QTRY_COMPARE(held(), uint64_t {0});
        QSignalSpy ended(&controller, &EngineController::loadEnded);
        for (int round = 0; round < 20 && controller.canLoad(); ++round) {
            ended.clear();
            controller.startLoad(options);
            QTest::qSleep(round % 4);
            controller.cancelLoad();
            QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
            QVERIFY(held() <= once);
        }
        if (controller.canLoad())
            controller.startLoad(options);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 30'000);
        QCOMPARE(held(), once);
    }

    void missingDataLeavesTheRestSet()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
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

    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_MAIN(EngineControllerTest)
#include "tst_enginecontroller.moc"
