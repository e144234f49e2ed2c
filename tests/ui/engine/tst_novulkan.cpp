// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/models/problemmodel.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/runpage.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
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
