// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/models/problemmodel.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/runpage.h"
#include "ui/window/mainwindow.h"
#include "ui/window/scriptrunner.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless::ui;

// A machine without any Vulkan driver: everything but load and run works, and the window says why once.
class NoVulkanTest : public QObject {
    Q_OBJECT

private slots:
    void modelsAreInspected()
    {
        QTemporaryDir folder;
        MainWindow window(false);
        window.show();
        window.openModel(writeSmallModel(folder.path()));
        EngineController& controller = window.controller();
        QTRY_VERIFY_WITH_TIMEOUT(controller.document() != nullptr && window.isSettled(), 30'000);
        QVERIFY(!controller.document()->tensors.empty());
        QCOMPARE(controller.state(), EngineState::Opened);
        QVERIFY(!controller.canLoad() && !controller.canRun());
        QVERIFY2(window.pages().run->obstacle().contains(QLatin1String("Vulkan")),
            qPrintable(window.pages().run->obstacle()));
        QCOMPARE(window.pages().problems->model().count(Severity::Warning), 1);
        QCOMPARE(window.pages().problems->model().count(Severity::Error), 0);
        QVERIFY(!window.dispatch());
    }

    // What to install is said once; that a script's load was not done is an error.
    void aLoadThatCannotBeIsAnError()
    {
        QTemporaryDir folder;
        MainWindow window(false);
        LaunchOptions options;
        options.model = writeSmallModel(folder.path());
        options.loads = true;
        ScriptRunner script(window, options);
        QSignalSpy finished(&script, &ScriptRunner::finished);
        window.show();
        script.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        QVERIFY(!finished.front().front().toBool());
        const ProblemModel& problems = window.pages().problems->model();
        QCOMPARE(problems.count(Severity::Error), 1);
        const QString text = problems.toText({});
        QCOMPARE(text.count(QLatin1String("install"), Qt::CaseInsensitive), 1);
        QVERIFY2(text.contains(QLatin1String("Error: Load: ")), qPrintable(text));
    }
};

int main(int argc, char** argv)
{
    // Before anything asks the loader for its drivers.
    qputenv("VK_DRIVER_FILES", "/nonexistent");
    qputenv("VK_ICD_FILENAMES", "/nonexistent");
    QApplication application(argc, argv);
    NoVulkanTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_novulkan.moc"
