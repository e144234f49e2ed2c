// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"
#include "ui/pages/runpage.h"
#include "ui/run/rememberedruns.h"

#include <QLabel>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

class RunningTimeTest : public QObject {
    Q_OBJECT

private slots:
    // The next run is quicker by what the driver compiled in this one.
    void compilingIsToldApart()
    {
        RunResult result;
        result.seconds = {19.5};
        result.compileSeconds = {19.3};
        QCOMPARE(
            RunPage::timesText(result), QStringLiteral("Ran in 19.50 s, 19.30 s of it compiling kernels."));
        QVERIFY(qAbs(result.lastSeconds().value() - 0.2) < 1e-9);
        result.seconds = {19.5, 0.07524, 0.08};
        result.compileSeconds = {19.3, 0, 0};
        const QString many = RunPage::timesText(result);
        QVERIFY2(many.endsWith(QLatin1String("The first compiled kernels for 19.30 s.")), qPrintable(many));
        result.seconds = {0.07524};
        result.compileSeconds = {1e-6};
        QCOMPARE(RunPage::timesText(result), QStringLiteral("Ran in 75.24 ms."));
    }

    // A run that takes its time says for how long it has been going, and the next one begins anew.
    void aLongRunTellsItsTime()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        const QTemporaryDir folder;
        EngineController controller;
        RememberedRuns remembered;
        RunPage page(controller, remembered);
        const auto* state = named<QLabel>(page, "State of the run");
        auto* times = named<QSpinBox>(page, "How often to run");
        QVERIFY(state && times);
        controller.openModel(writeSmallModel(folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        times->setValue(times->maximum());
        QVERIFY(page.dispatch());
        const auto tells = [&](const char* text) { return state->text().contains(QLatin1String(text)); };
        QTRY_VERIFY_WITH_TIMEOUT(tells("Run ") && tells("(for "), 60'000); // after compiling kernels
        controller.cancelRun();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        QVERIFY2(!tells("(for "), qPrintable(state->text()));
        QVERIFY(page.dispatch());
        QVERIFY2(!tells("(for "), qPrintable(state->text()));
        controller.cancelRun();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
    }

    // What it does when the kernels are there is no longer compiling, also where it is one run.
    void compilingEnds()
    {
        RunProgress progress;
        const QString running = QStringLiteral("Running");
        for (const int runs : {1, 3}) {
            progress.begin();
            progress.noteRepetition(0, runs);
            const QString before = progress.text(running);
            QCOMPARE(before, runs > 1 ? QStringLiteral("Run 1 of 3…") : running);
            progress.noteKernels(0, 2);
            QCOMPARE(progress.text(running), QStringLiteral("Compiling kernels, 0 of 2…"));
            progress.noteKernels(2, 2);
            QCOMPARE(progress.text(running), before);
            progress.noteKernels(1, 2);
            progress.noteRepetition(1, runs);
            QVERIFY(!progress.text(running).contains(QLatin1String("Compiling")));
        }
    }

    void thePageSaysThatCompilingIsOver()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        const QTemporaryDir folder;
        EngineController controller;
        RememberedRuns remembered;
        RunPage page(controller, remembered);
        const auto* state = named<QLabel>(page, "State of the run");
        QVERIFY(state);
        controller.openModel(writeSmallModel(folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 60'000);
        controller.startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
        QVERIFY(page.dispatch());
        const QString running = state->text();
        emit controller.kernelsAdvanced(0, 2);
        QCOMPARE(state->text(), QStringLiteral("Compiling kernels, 0 of 2…"));
        emit controller.kernelsAdvanced(2, 2);
        QCOMPARE(state->text(), running);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Ready, 60'000);
    }
};

QTEST_MAIN(RunningTimeTest)
#include "tst_runningtime.moc"
