// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"
#include "tests/engine/temporaryfolder.h"

#include "engine/onnx/reader.h"
#include "engine/onnx/tensorfile.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

#include <array>
#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

using namespace weightless;
using namespace weightless::test;

// What every verb that writes files does before and after its work.
class TestCliOutputs : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theModelIsNoTarget_data();
    void theModelIsNoTarget();
    void dataThatCannotBeReadIsNoTarget();
    void anInputIsNoTarget();
    void stringsAreRefusedFirst();
    void oneFileForTwo_data();
    void oneFileForTwo();
    void foldersAreMissedFirst_data();
    void foldersAreMissedFirst();
    void emptyNames_data();
    void emptyNames();
    void allOrNone();
    void samplesOfWhatCannotBeOpened();
    void samplesOfWhatFails();
    void samplesAreNoPipe();
    void temporaryFolderIsAbsent();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] std::string content(const QString& name) const
    {
        return contentOf(path(name).toStdString());
    }
    [[nodiscard]] QStringList files() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System);
    }
    // The first word behind the verb is what the test gives another name.
    [[nodiscard]] QStringList inFolder(QStringList words) const
    {
        for (QString& word : words) {
            word.replace(QLatin1String("@"), m_folder.path() + QLatin1Char('/'));
        }
        return words;
    }

    QTemporaryDir m_folder;
    QString m_tensor; // of the demo
};

// Models whose files end as outputs do.
void TestCliOutputs::initTestCase()
{
    QCOMPARE(runCli({"make-demo", "sd15-clip", path("demo.onnx"), "--scale", "32"}).exitCode, 0);
    for (const char* data : {"w.npy", "w.csv", "w.html"}) {
        const QString name = QLatin1String(data);
        const CliResult copy =
            runCli({"convert", path("demo.onnx"), path(name + ".onnx"), "--data-file", name});
        QVERIFY2(copy.exitCode == 0, qPrintable(copy.errors));
        QVERIFY(QFile::exists(path(name)));
    }
    m_tensor = QString::fromStdString(
        onnx_io::readModel(path("demo.onnx").toStdString()).model.graph.constants.front()->name);
    writeTinyModel(path("tiny.onnx").toStdString());
    for (const char* name : {"m.pb", "m.json"}) {
        QVERIFY(QFile::copy(path("tiny.onnx"), path(name)));
    }
}

void TestCliOutputs::theModelIsNoTarget_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("victim");
    QTest::addColumn<bool>("needsDevice");
    QTest::newRow("inspect") << QStringList {"inspect", "@tiny.onnx", "--csv", "@tiny.onnx"} << "tiny.onnx"
                             << false;
    QTest::newRow("inspect, data") << QStringList {"inspect", "@w.csv.onnx", "--csv", "@w.csv"} << "w.csv"
                                   << false;
    QTest::newRow("export-graph") << QStringList {"export-graph", "@m.json", "@m.json"} << "m.json" << false;
    QTest::newRow("extract") << QStringList {"extract", "@w.npy.onnx", m_tensor, "@w.npy"} << "w.npy"
                             << false;
    QTest::newRow("compare") << QStringList {"compare", "@w.html.onnx", "--html", "@w.html"} << "w.html"
                             << false;
    QTest::newRow("compare, table") << QStringList {"compare", "@w.csv.onnx", "--csv", "@w.csv"} << "w.csv"
                                    << false;
    QTest::newRow("run") << QStringList {"run", "@m.pb", "--output", "y=@m.pb"} << "m.pb" << true;
    QTest::newRow("load") << QStringList {"load", "@tiny.onnx", "--samples", "@tiny.onnx"} << "tiny.onnx"
                          << true;
}

void TestCliOutputs::theModelIsNoTarget()
{
    QFETCH(QStringList, words);
    QFETCH(QString, victim);
    QFETCH(bool, needsDevice);
    if (needsDevice) {
        WEIGHTLESS_NEED_DEVICE();
    }
    const QStringList filesBefore = files();
    const std::string before = content(victim);
    const CliResult result = runCli(inFolder(words));
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(result.errors.contains("is a file of the model"), qPrintable(result.errors));
    QVERIFY(content(victim) == before);
    QCOMPARE(files(), filesBefore);
}

// Cut off, it may be all that is left of the weights.
void TestCliOutputs::dataThatCannotBeReadIsNoTarget()
{
    const QString model = path("cut.onnx"), data = path("cut.onnx_data");
    writeTinyModel(model.toStdString(), onnx_io::WeightLayout::External);
    QVERIFY(QFile::resize(data, 10));
    const QString target = path("cut.csv");
    QVERIFY(QFile::copy(data, target));
    for (const QString& file : {data, target}) {
        const CliResult result = runCli({"inspect", model, "--csv", file});
        const bool isData = file == data;
        QCOMPARE(result.exitCode, isData ? 1 : 0);
        QCOMPARE(result.errors.contains("is a file of the model"), isData);
    }
    QCOMPARE(QFileInfo(data).size(), qint64 {10});
}

void TestCliOutputs::anInputIsNoTarget()
{
    const std::array<float, 3> values {1, 2, 3};
    onnx_io::writeTensorFile(path("x.pb").toStdString(), floatTensor({1, 3}, values));
    const std::string before = content("x.pb");
    const CliResult result =
        runCli(inFolder({"run", "@tiny.onnx", "--input", "x=@x.pb", "--output", "y=@./x.pb"}));
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains("which '--input x' reads"),
        qPrintable(result.errors));
    QVERIFY(content("x.pb") == before);
}

// The model tells their type: nothing is loaded for them.
void TestCliOutputs::stringsAreRefusedFirst()
{
    WEIGHTLESS_NEED_DEVICE();
    QCOMPARE(runCli(inFolder({"make-demo", "trees", "@trees.onnx"})).exitCode, 0);
    // Without the input that a run needs, which is missed later.
    const CliResult result = runCli(inFolder({"run", "@trees.onnx", "--output", "output_label=@label.npy"}));
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains("strings do not fit .npy; write a .pb file"),
        qPrintable(result.errors));
}

void TestCliOutputs::oneFileForTwo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("run") << QStringList {
        "run", "@tiny.onnx", "--output", "y=@o.npy", "--output", "z=@./o.npy"};
    QTest::newRow("compare") << QStringList {"compare", "@tiny.onnx", "--html", "@o", "--csv", "@o"};
    QTest::newRow("generate") << QStringList {
        "generate", "@demo", "--prompt", "x", "--output", "@o.png", "--samples", "@o.png"};
}

void TestCliOutputs::oneFileForTwo()
{
    QFETCH(QStringList, words);
    const QStringList before = files();
    const CliResult result = runCli(inFolder(words));
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains("cannot both be written to"),
        qPrintable(result.errors));
    QCOMPARE(files(), before);
}

// Before the model, which is not there either.
void TestCliOutputs::foldersAreMissedFirst_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("inspect") << QStringList {"inspect", "@absent.onnx", "--csv", "@no/x.csv"};
    QTest::newRow("load") << QStringList {"load", "@absent.onnx", "--samples", "@no/x.csv"};
    QTest::newRow("run") << QStringList {
        "run", "@absent.onnx", "--output", "y=@y.npy", "--output", "z=@no/z.npy"};
    QTest::newRow("compare") << QStringList {"compare", "@absent.onnx", "--html", "@no/x.html"};
    QTest::newRow("compare, table") << QStringList {"compare", "@absent.onnx", "--csv", "@no/x.csv"};
    QTest::newRow("generate") << QStringList {
        "generate", "@absent", "--prompt", "x", "--output", "@no/x.png"};
    QTest::newRow("convert") << QStringList {"convert", "@absent.onnx", "@no/x.onnx"};
    QTest::newRow("extract") << QStringList {"extract", "@absent.onnx", "w", "@no/x.npy"};
    QTest::newRow("export-graph") << QStringList {"export-graph", "@absent.onnx", "@no/x.dot"};
    QTest::newRow("make-demo") << QStringList {"make-demo", "sd15-vae", "@no/x.onnx", "--scale", "32"};
}

void TestCliOutputs::foldersAreMissedFirst()
{
    QFETCH(QStringList, words);
    const QStringList before = files();
    const CliResult result = runCli(inFolder(words));
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(result.errors.contains("there is no folder '" + QDir::toNativeSeparators(path("no")) + "'"),
        qPrintable(result.errors));
    QVERIFY2(!result.errors.contains(".part") && !result.errors.contains(".lock"), qPrintable(result.errors));
    QCOMPARE(files(), before);
}

void TestCliOutputs::emptyNames_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("convert") << QStringList {"convert", "@tiny.onnx", ""};
    QTest::newRow("extract") << QStringList {"extract", "@tiny.onnx", "w", ""};
    QTest::newRow("export-graph") << QStringList {"export-graph", "@tiny.onnx", ""};
    QTest::newRow("inspect") << QStringList {"inspect", "@tiny.onnx", "--csv="};
    QTest::newRow("load") << QStringList {"load", "@tiny.onnx", "--samples", ""};
    QTest::newRow("compare") << QStringList {"compare", "@tiny.onnx", "--html", ""};
    QTest::newRow("make-demo") << QStringList {"make-demo", "bert", ""};
    // Which is standard output elsewhere.
    QTest::newRow("convert -") << QStringList {"convert", "@tiny.onnx", "-"};
    QTest::newRow("inspect -") << QStringList {"inspect", "@tiny.onnx", "--csv", "-"};
    QTest::newRow("make-demo -") << QStringList {"make-demo", "bert", "-"};
}

void TestCliOutputs::emptyNames()
{
    QFETCH(QStringList, words);
    const CliResult result = runCli(inFolder(words));
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains("needs the name of a file"),
        qPrintable(result.errors));
}

// The second one is of a type that its file cannot hold, which the run finds out.
void TestCliOutputs::allOrNone()
{
    WEIGHTLESS_NEED_DEVICE();
    Model model = tinyModel();
    Node cast;
    cast.name = "narrow";
    cast.opType = "Cast";
    cast.inputs = {"y"};
    cast.outputs = {"half"};
    cast.attributes.set("to", int64_t {16}); // bfloat16
    model.graph.nodes.push_back(cast);
    model.graph.outputs.push_back({"half", DataType::Undefined, std::nullopt}); // not told
    onnx_io::writeModel(path("two.onnx").toStdString(), model,
        [](const ConstantInfo&) { return onnx_io::ByteFiller {}; },
        {.layout = onnx_io::WeightLayout::Inline});
    const QStringList before = files();
    const CliResult result =
        runCli(inFolder({"run", "@two.onnx", "--output", "y=@y.npy", "--output", "half=@half.npy"}));
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.errors.contains("bfloat16"), qPrintable(result.errors));
    QCOMPARE(files(), before);
    QCOMPARE(
        runCli(inFolder({"run", "@two.onnx", "--output", "y=@y.npy", "--output", "half=@half.pb"})).exitCode,
        0);
    QVERIFY(QFile::exists(path("y.npy")) && QFile::exists(path("half.pb")));
}

void TestCliOutputs::samplesOfWhatCannotBeOpened()
{
    WEIGHTLESS_NEED_DEVICE();
    QFile old(path("old.csv"));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("of yesterday") > 0);
    old.close();
    const QStringList before = files();
    QCOMPARE(runCli(inFolder({"load", "@absent.onnx", "--samples", "@old.csv"})).exitCode, 1);
    QCOMPARE(content("old.csv"), std::string("of yesterday"));
    QCOMPARE(files(), before);
}

// Where the memory went until then is told.
void TestCliOutputs::samplesOfWhatFails()
{
    WEIGHTLESS_NEED_DEVICE();
    const CliResult result =
        runCli(inFolder({"load", "@tiny.onnx", "--dim", "nobody=5", "--samples", "@failed.csv"}));
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    const QStringList lines =
        QString::fromStdString(content("failed.csv")).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QVERIFY2(lines.size() >= 3 && lines[0].startsWith("seconds,"), qPrintable(lines.join('\n')));
}

void TestCliOutputs::samplesAreNoPipe()
{
#ifdef Q_OS_UNIX
    QCOMPARE(::mkfifo(path("pipe").toUtf8().constData(), 0600), 0);
    QVERIFY(QFile::link(path("tiny.onnx"), path("link")));
    const std::string before = content("tiny.onnx");
    for (const auto& [name, why] :
        {std::pair("@pipe", "no regular file"), std::pair("@link", "a symbolic link")}) {
        const CliResult result = runCli(inFolder({"load", "@demo.onnx", "--samples", name}));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.hasOneErrorLine() && result.errors.contains(QLatin1String(why)),
            qPrintable(result.errors));
    }
    QVERIFY(content("tiny.onnx") == before);
#else
    QSKIP("no pipes with names of files");
#endif
}

void TestCliOutputs::temporaryFolderIsAbsent()
{
#ifdef Q_OS_UNIX
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", path("no"));
    process.setProcessEnvironment(environment);
    process.start(cliPath(), {"compare", path("tiny.onnx")});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 1);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(
        errors.contains("TMPDIR is '" + path("no").toUtf8() + "'") && !errors.contains("filesystem error"),
        errors);
#else
    QSKIP("the system always has one");
#endif
}

QTEST_GUILESS_MAIN(TestCliOutputs)
#include "tst_cli_outputs.moc"
