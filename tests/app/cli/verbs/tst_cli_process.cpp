// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"
#include "tests/engine/temporaryfolder.h"

#include <QDir>
#include <QTest>

#include <csignal>
#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

using namespace weightless::test;

// What whoever started the program did to it.
class TestCliProcess : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
#ifndef Q_OS_UNIX
        QSKIP("neither signals nor numbered descriptors");
#endif
    }

#ifdef Q_OS_UNIX
    void theTerminalIsClosed()
    {
        const TemporaryFolder folder;
        const CliResult result = interruptCli(
            {"make-demo", "sd15-unet", QString::fromStdString((folder / "real.onnx").string())}, 300, SIGHUP);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("cancelled"), qPrintable(result.errors));
        QCOMPARE(folder.fileCount(), size_t {0});
    }

    // `timeout` tells the program, and then its group. What is cancelled leaves nothing behind.
    void endedTwice()
    {
        const TemporaryFolder folder;
        QProcess process;
        process.start(
            cliPath(), {"make-demo", "sd15-unet", QString::fromStdString((folder / "real.onnx").string())});
        QVERIFY(process.waitForStarted());
        QTest::qSleep(300);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QTest::qSleep(2);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QCOMPARE(folder.fileCount(), size_t {0});
    }

    // nohup
    void theTerminalDoesNotMatter()
    {
        const TemporaryFolder folder;
        QProcess process;
        process.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); });
        process.start(cliPath(),
            {"make-demo", "sd15-unet", QString::fromStdString((folder / "real.onnx").string()), "--scale",
                "8"});
        QVERIFY(process.waitForStarted());
        for (int i = 0; i < 20 && process.state() == QProcess::Running; ++i) {
            ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
            QTest::qSleep(10);
        }
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
    }

    // Otherwise the first file that is opened is standard error, and gets the warning.
    void nothingIsOpen()
    {
        const TemporaryFolder folder;
        const auto model = folder / "lost.onnx";
        writeTinyModel(model, weightless::onnx_io::WeightLayout::External);
        std::filesystem::remove(folder / "lost.onnx_data");
        const std::string before = contentOf(model);
        const QString csv = QString::fromStdString((folder / "c.csv").string());
        const QStringList words {"inspect", QString::fromStdString(model.string()), "--csv", csv};
        const int exitCode = runWithout({0, 1, 2}, words);
        QCOMPARE(exitCode, 1); // the table went nowhere
        QVERIFY(contentOf(model) == before);
        const std::string table = contentOf(csv.toStdString());
        QVERIFY2(table.starts_with("name,type") && table.find("weightless-cli:") == std::string::npos,
            table.c_str());
        QCOMPARE(runWithout({0, 2}, words), 0);
        QCOMPARE(runWithout({1}, {"--version"}), 1);
    }

    void theDiskIsFull()
    {
        if (!QFile::exists("/dev/full")) {
            QSKIP("no such device");
        }
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(cliPath(), {"--help"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 1);
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(errors.contains("standard output cannot be written"), errors);
    }

private:
    static int runWithout(std::initializer_list<int> streams, const QStringList& words)
    {
        const std::vector<int> closed(streams);
        QProcess process;
        process.setChildProcessModifier([&closed] {
            for (const int stream : closed) {
                ::close(stream);
            }
        });
        process.start(cliPath(), words);
        return process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit
            ? process.exitCode()
            : -1;
    }
#endif
};

QTEST_GUILESS_MAIN(TestCliProcess)
#include "tst_cli_process.moc"
