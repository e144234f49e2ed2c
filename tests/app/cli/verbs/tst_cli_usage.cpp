// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"

#include <QRegularExpression>
#include <QTest>

using namespace weightless::test;

class TestCliUsage : public QObject {
    Q_OBJECT

private slots:
    void versionAndHelp();
    void helpOfEveryVerb_data();
    void helpOfEveryVerb();
    void wrongUsage_data();
    void wrongUsage();
    void missingModelIsAFailedJob();
    void otherSchemes();
    void demosSayWhatTheyHold_data();
    void demosSayWhatTheyHold();
    void demosOfRelativePaths();
    void foldersAreNoModels();
    void makeDemoWritesTheSameBytesTwice();
    void makeDemoCanBeInterrupted();
};

void TestCliUsage::versionAndHelp()
{
    const CliResult version = runCli({"--version"});
    QCOMPARE(version.exitCode, 0);
    static const QRegularExpression expected(QStringLiteral(
        "^weightless-cli \\d+\\.\\d+\\.\\d+\nVulkan 1\\.\\d+\\.\\d+, ONNX 1\\.\\d+\\.\\d+\n$"));
    QVERIFY2(expected.match(version.output).hasMatch(), qPrintable(version.output));
    const CliResult help = runCli({"--help"});
    QCOMPARE(help.exitCode, 0);
    for (const char* verb :
        {"devices", "inspect", "load", "run", "generate", "verify", "compare", "make-demo"}) {
        QVERIFY2(help.output.contains(QLatin1String(verb)), verb);
    }
}

void TestCliUsage::helpOfEveryVerb_data()
{
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("option");
    QTest::newRow("devices") << "devices"
                             << "--json";
    QTest::newRow("bench-device") << "bench-device"
                                  << "--largest N";
    QTest::newRow("inspect") << "inspect"
                             << "--csv FILE";
    QTest::newRow("load") << "load"
                          << "--samples FILE.csv";
    QTest::newRow("run") << "run"
                         << "--input NAME=SPEC";
    QTest::newRow("convert") << "convert"
                             << "--align SIZE";
    QTest::newRow("generate") << "generate"
                              << "--prompt TEXT";
    QTest::newRow("generate, what it needs") << "generate"
                                             << "FOLDER --prompt TEXT [";
    QTest::newRow("diff") << "diff"
                          << "A and B are each a file";
    QTest::newRow("broken constants") << "inspect"
                                      << "'broken'";
    QTest::newRow("strings") << "run"
                             << "one of strings must be named";
    QTest::newRow("verify") << "verify"
                            << "--device N";
    QTest::newRow("compare") << "compare"
                             << "--json";
    QTest::newRow("make-demo") << "make-demo"
                               << "--scale N";
}

void TestCliUsage::helpOfEveryVerb()
{
    QFETCH(QString, verb);
    QFETCH(QString, option);
    const CliResult help = runCli({verb, "--help"});
    QCOMPARE(help.exitCode, 0);
    QVERIFY(help.output.startsWith(QLatin1String("Usage: weightless-cli ") + verb));
    QVERIFY(help.output.contains(option));
    QVERIFY2(!help.output.contains("\n\n\n"), "paragraphs are one line apart");
    QVERIFY(help.errors.isEmpty());
}

void TestCliUsage::wrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message"); // part of it
    QTest::newRow("nothing") << QStringList {} << "a verb is missing";
    QTest::newRow("verb") << QStringList {"isnpect", "m.onnx"} << "did you mean 'inspect'?";
    QTest::newRow("option") << QStringList {"load", "m.onnx", "--jsno"} << "did you mean '--json'?";
    QTest::newRow("far option") << QStringList {"load", "m.onnx", "--frobnicate"}
                                << "has no option '--frobnicate'";
    QTest::newRow("no model") << QStringList {"load"} << "needs MODEL";
    QTest::newRow("two models") << QStringList {"inspect", "a", "b"} << "no use for 'b'";
    QTest::newRow("no value") << QStringList {"load", "m.onnx", "--mode"} << "needs a value";
    QTest::newRow("flag with value") << QStringList {"load", "m.onnx", "--json=yes"} << "takes no value";
    QTest::newRow("twice") << QStringList {"load", "m.onnx", "--mode", "auto", "--mode", "auto"}
                           << "given twice";
    QTest::newRow("mode") << QStringList {"load", "m.onnx", "--mode", "fast"} << "not 'fast'";
    QTest::newRow("device") << QStringList {"load", "m.onnx", "--device", "-1"} << "not '-1'";
    QTest::newRow("threshold") << QStringList {"load", "m.onnx", "--threshold", "1e3"} << "not '1e3'";
    QTest::newRow("dim") << QStringList {"load", "m.onnx", "--dim", "batch"} << "NAME=SIZE";
    QTest::newRow("dim value") << QStringList {"load", "m.onnx", "--dim", "batch=two"} << "not 'two'";
    QTest::newRow("input twice") << QStringList {"run", "m.onnx", "--input", "x=1", "--input", "x=2"}
                                 << "twice for 'x'";
    QTest::newRow("beyond a double") << QStringList {"run", "m.onnx", "--input", "x=1e400"}
                                     << "'1e400' is beyond";
    QTest::newRow("seed") << QStringList {"run", "m.onnx", "--input", "x=random:a"} << "after 'random:'";
    QTest::newRow("output") << QStringList {"run", "m.onnx", "--output", "y=y.txt"} << ".npy and .pb";
    QTest::newRow("repeat") << QStringList {"run", "m.onnx", "--repeat", "0"} << "from 1 to";
    QTest::newRow("image range") << QStringList {"run", "m.onnx", "--image-range", "hdr"} << "not 'hdr'";
    QTest::newRow("demo") << QStringList {"make-demo", "sdxl", "o.onnx"} << "no demo model 'sdxl'";
    QTest::newRow("scale") << QStringList {"make-demo", "sd15-unet", "o.onnx", "--scale", "3"} << "not '3'";
    QTest::newRow("graph") << QStringList {"export-graph", "m.onnx", "g"} << "FILE as .dot";
    QTest::newRow("tolerance") << QStringList {"verify", "absent", "--rtol", "-1"} << "option '--rtol'";
    QTest::newRow("largest") << QStringList {"bench-device", "--device", "99", "--largest", "1"}
                             << "'--largest'";
    QTest::newRow("verify an address")
        << QStringList {"verify", "http://me:secret@host/m"} << "'http://host/m'";
    QTest::newRow("verify another") << QStringList {"verify", "ftp://me:secret@host/m"} << "'ftp://host/m'";
    QTest::newRow("verb of an address") << QStringList {"ftp://me:secret@host/m"} << "'ftp://host/m'";
    QTest::newRow("endless tolerance")
        << QStringList {"verify", "absent", "--rtol", "inf"} << "option '--rtol'";
    QTest::newRow("input without '='") << QStringList {"run", "m.onnx", "--input", "x"} << "NAME=SPEC";
    QTest::newRow("output without '='") << QStringList {"run", "m.onnx", "--output", "y"} << "NAME=FILE";
    QTest::newRow("range without a picture")
        << QStringList {"run", "m.onnx", "--image-range", "bytes", "--input", "x=1"} << "for pictures";
    QTest::newRow("curves") << QStringList {"compare", "m.onnx", "--curves"} << "'--json'";
    QTest::newRow("provider") << QStringList {"compare", "m.onnx", "--onnxruntime-provider", "cpu"}
                              << "for '--onnxruntime auto'";
    QTest::newRow("speech in halves")
        << QStringList {"make-demo", "speech", "o.onnx", "--type", "fp16"} << "takes fp32 for speech";
    QTest::newRow("picture's size") << QStringList {"generate", "absent", "--prompt", "x", "--size",
        "100000x100000"} << "from 1 to 8192";
    QTest::newRow("standard input") << QStringList {"inspect", "-"} << "'./-' is a file of that name";
    QTest::newRow("no prompt") << QStringList {"generate", "absent"} << "needs --prompt TEXT";
    QTest::newRow("budget's budget") << QStringList {"budget", "m.onnx", "--device-budget", "1M"}
                                     << "has no option '--device-budget'";
    QTest::newRow("copied") << QStringList {"bench-device", "--copy", "64"} << "from 1M to 4G";
    QTest::newRow("verify nothing") << QStringList {"verify"} << "needs PATH";
}

void TestCliUsage::wrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(result.errors.contains(message), qPrintable(result.errors));
    QVERIFY2(!result.errors.contains("secret"), qPrintable(result.errors));
    QVERIFY(result.output.isEmpty());
}

void TestCliUsage::missingModelIsAFailedJob()
{
    const CliResult result = runCli({"inspect", "no such file.onnx"});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY(result.errors.contains(QLatin1String("no such file.onnx")));
}

void TestCliUsage::otherSchemes()
{
    const CliResult result = runCli({"inspect", "ftp://me:secret@host/m.onnx"});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains("http:// and https://"),
        qPrintable(result.errors));
    QVERIFY2(!result.errors.contains("secret"), qPrintable(result.errors));
}

void TestCliUsage::demosSayWhatTheyHold_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("text");
    QTest::newRow("trees") << QStringList {"trees"} << "weights, inside the file";
    QTest::newRow("speech") << QStringList {"speech"} << "of fp32 weights, in a file beside it";
    QTest::newRow("bert") << QStringList {"bert"} << "of fp16 weights, in a file beside it";
    QTest::newRow("bert, inside") << QStringList {"bert", "--inline", "--type", "fp32"}
                                  << "of fp32 weights, inside the file";
}

void TestCliUsage::demosSayWhatTheyHold()
{
    QFETCH(QStringList, words);
    QFETCH(QString, text);
    const QTemporaryDir folder;
    words.insert(1, folder.filePath("demo.onnx"));
    const CliResult result = runCli(QStringList {"make-demo"} + words + QStringList {"--scale", "32"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QVERIFY2(result.output.contains(text), qPrintable(result.output));
    QCOMPARE(QFile::exists(folder.filePath("demo.onnx_data")), text.contains("beside"));
}

// The reader's path is absolute, which must not make another file of it.
void TestCliUsage::demosOfRelativePaths()
{
    const QTemporaryDir folder;
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(cliPath(), {"make-demo", "bert", "./demo.onnx", "--scale", "32", "--inline"});
    QVERIFY(process.waitForFinished() && process.exitCode() == 0);
    const QByteArray output = process.readAllStandardOutput();
    QVERIFY2(output.contains("inside the file"), output);
}

void TestCliUsage::foldersAreNoModels()
{
    const QTemporaryDir folder;
    const CliResult model = runCli({"inspect", folder.path()});
    QCOMPARE(model.exitCode, 1);
    QVERIFY2(model.hasOneErrorLine() && model.errors.contains("it is a folder")
            && model.errors.contains("'generate'"),
        qPrintable(model.errors));
    const CliResult nothing = runCli({"verify", ""});
    QVERIFY2(nothing.errors.contains("'' does not exist"), qPrintable(nothing.errors));
}

void TestCliUsage::makeDemoWritesTheSameBytesTwice()
{
    QTemporaryDir folder;
    QByteArray first;
    for (const char* name : {"a.onnx", "b.onnx"}) {
        const QString path = folder.filePath(QLatin1String(name));
        const CliResult result =
            runCli({"make-demo", "sd15-vae", path, "--scale", "32", "--inline", "--seed", "7"});
        QCOMPARE(result.exitCode, 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.size() > 10'000);
        QVERIFY(first.isEmpty() || first == bytes);
        first = bytes;
    }
}

void TestCliUsage::makeDemoCanBeInterrupted()
{
#ifdef Q_OS_WIN
    QSKIP("nothing sends Ctrl-C to another console: packaging/check-windows.sh has it sent to its own");
#endif
    QTemporaryDir folder;
    const CliResult result = interruptCli({"make-demo", "sd15-unet", folder.filePath("real.onnx")}, 300);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(
        result.errors.contains(QLatin1String("cancelled"), Qt::CaseInsensitive), qPrintable(result.errors));
    QVERIFY2(QDir(folder.path()).isEmpty(), "a cancelled writer leaves nothing behind");
}

QTEST_GUILESS_MAIN(TestCliUsage)
#include "tst_cli_usage.moc"
