// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/text.h"
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"
#include "tests/datafolder.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <filesystem>

using namespace weightless;
using namespace weightless::test;

class TestCliInspect : public QObject {
    Q_OBJECT

private slots:
    void json();
    void text();
    void metadataIsShown();
    void csv();
    void constantsOfOneName();
    void csvFolderIsMissing();
    void missingExternalDataIsAWarning();
    void unknownOperatorIsListed();
    void namesMoveNoTerminal_data();
    void namesMoveNoTerminal();
    void csvNamesAreNoFormulas();
    void manyOperatorSets();
    void brokenFiles_data();
    void brokenFiles();

private:
    [[nodiscard]] QString tiny(const char* name = "tiny.onnx") const
    {
        return m_folder.filePath(QLatin1String(name));
    }

    QTemporaryDir m_folder;
};

void TestCliInspect::json()
{
    const CliResult result = runCli({"inspect", WEIGHTLESS_TEST_DATA "/models/mnist/model.onnx", "--json"});
    QCOMPARE(result.exitCode, 0);
    const QJsonValue json = result.json();
    QCOMPARE(json["totals"]["nodes"].toInt(), 12);
    QCOMPARE(json["totals"]["parameters"].toInt(), 5994); // of 5998 elements: a shape is none
    QCOMPARE(json["operators"]["Conv"].toInt(), 2);
    QCOMPARE(json["inputs"].toArray().size(), 1);
    QCOMPARE(json["inputs"][0]["shape"].toArray(), (QJsonArray {1, 1, 28, 28}));
    QVERIFY(json["unsupported_operators"].isArray());

    qint64 sum = 0;
    double shares = 0;
    const QJsonArray constants = json["constants"].toArray();
    for (const QJsonValue& constant : constants) {
        sum += constant["bytes"].toInteger();
        shares += constant["share"].toDouble();
    }
    QCOMPARE(constants.size(), json["totals"]["constants"].toInt());
    QCOMPARE(sum, json["totals"]["bytes"].toInteger());
    QVERIFY(qAbs(shares - 1) < 1e-9);
}

void TestCliInspect::text()
{
    writeTinyModel(tiny().toStdString());
    const CliResult result = runCli({"inspect", tiny()});
    QCOMPARE(result.exitCode, 0);
    for (const char* part : {"float32[n, 3]", "MatMul", "[3, 2]", "(32 bytes)", "75.00 %", "ai.onnx 17"}) {
        QVERIFY2(result.output.contains(QLatin1String(part)), part);
    }
    QVERIFY(!result.output.contains(QLatin1String("Metadata")));
}

// Class names are kept there, which the window and 'run' show.
void TestCliInspect::metadataIsShown()
{
    Model model = tinyModel();
    model.metadata = {{"names", "{0: 'cat', 1: 'dog'}"}, {"notes", std::string(1000, 'x') + "\x1b[31m"}};
    writeInline(tiny("named.onnx").toStdString(), model);
    const CliResult text = runCli({"inspect", tiny("named.onnx")});
    static const QRegularExpression version(QStringLiteral("IR version +8\n"));
    QVERIFY2(text.output.contains(version), qPrintable(text.output));
    QVERIFY2(text.output.contains(QLatin1String("{0: 'cat', 1: 'dog'}\n")), qPrintable(text.output));
    QVERIFY2(!text.output.contains(QString(300, QLatin1Char('x'))), qPrintable(text.output));
    const QJsonValue json = runCli({"inspect", tiny("named.onnx"), "--json"}).json();
    QCOMPARE(json["metadata"]["names"].toString(), QStringLiteral("{0: 'cat', 1: 'dog'}"));
    QCOMPARE(json["metadata"]["notes"].toString().size(), 1005);
    QCOMPARE(json["ir_version"].toInt(), 8);
    writeTinyModel(tiny().toStdString());
    QVERIFY(runCli({"inspect", tiny(), "--json"}).json()["metadata"].isObject());
}

void TestCliInspect::csv()
{
    writeTinyModel(tiny().toStdString(), onnx_io::WeightLayout::External);
    const QString path = m_folder.filePath("constants.csv");
    QCOMPARE(runCli({"inspect", tiny(), "--csv", path}).exitCode, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 4); // the last one is empty
    QCOMPARE(lines[0], QByteArray("name,type,shape,bytes,share,file,offset,state,path"));
    QVERIFY2(lines[1].startsWith("w,float32,\"[3, 2]\",24,0.75,tiny.onnx_data,"), lines[1]);
    QVERIFY2(lines[2].startsWith("b,float32,[2],8,0.25,tiny.onnx_data,"), lines[2]);
}

// A branch may have a weight of the main graph's name: then the path tells which is which.
void TestCliInspect::constantsOfOneName()
{
    Model model = tinyModel();
    auto inner = std::make_shared<ConstantInfo>(*model.graph.constants[1]);
    inner->name = "w";
    auto body = std::make_shared<ModelGraph>();
    body->name = "body";
    body->constants = {inner};
    body->nodes = {{.name = "same", .opType = "Identity", .inputs = {"w"}, .outputs = {"i"}}};
    body->outputs = {{"i", DataType::Float32, std::nullopt}};
    Node branch {.name = "If_0", .opType = "If", .inputs = {"b"}, .outputs = {"o"}};
    branch.attributes.set("then_branch", std::shared_ptr<const ModelGraph>(body));
    model.graph.nodes.push_back(branch);
    writeInline(tiny("shared.onnx").toStdString(), model);
    const QString csv = m_folder.filePath("shared.csv");
    const CliResult text = runCli({"inspect", tiny("shared.onnx"), "--csv", csv});
    QVERIFY2(text.output.contains("If_0/then_branch/w  float32  [2] "), qPrintable(text.output));
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray rows = file.readAll();
    QVERIFY2(rows.contains(",w\n") && rows.contains(",b\n") && rows.contains(",If_0/then_branch/w\n"), rows);
    QStringList paths;
    const QJsonValue json = runCli({"inspect", tiny("shared.onnx"), "--json"}).json();
    for (const QJsonValue& constant : json["constants"].toArray()) {
        paths.append(constant["path"].toString());
    }
    paths.sort();
    QCOMPARE(paths, (QStringList {"If_0/then_branch/w", "b", "w"}));
    for (const QString& path : {QStringLiteral("w"), QStringLiteral("If_0/then_branch/w")}) {
        const CliResult extracted = runCli({"extract", tiny("shared.onnx"), path, tiny("w.npy")});
        QCOMPARE(extracted.exitCode, 0);
        QCOMPARE(extracted.errors.contains("others of the name are 'If_0/then_branch/w'"), path == "w");
        QVERIFY2(extracted.output.contains(": " + path + ", "), qPrintable(extracted.output));
    }
}

void TestCliInspect::csvFolderIsMissing()
{
    writeTinyModel(tiny().toStdString());
    const CliResult result = runCli({"inspect", tiny(), "--csv", m_folder.filePath("no/such/folder.csv")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
}

void TestCliInspect::missingExternalDataIsAWarning()
{
    writeTinyModel(tiny("lost.onnx").toStdString(), onnx_io::WeightLayout::External);
    QVERIFY(QFile::remove(tiny("lost.onnx_data")));
    const CliResult result = runCli({"inspect", tiny("lost.onnx"), "--json"});
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.errors.contains(QLatin1String("lost.onnx_data")));
    const QJsonValue json = result.json();
    QVERIFY(!json["problems"].toArray().isEmpty());
    QCOMPARE(json["constants"][0]["state"].toString(), "broken");
    QCOMPARE(json["totals"]["bytes"].toInt(), 32);
}

void TestCliInspect::unknownOperatorIsListed()
{
    Model model = tinyModel();
    model.graph.nodes[1].opType = "NoSuchOperator";
    writeInline(tiny("unknown.onnx").toStdString(), model);
    const CliResult result = runCli({"inspect", tiny("unknown.onnx"), "--json"});
    QCOMPARE(result.exitCode, 0);
    const QJsonArray unsupported = result.json()["unsupported_operators"].toArray();
    QCOMPARE(unsupported.size(), 1);
    QCOMPARE(unsupported[0]["operator"].toString(), "NoSuchOperator");
    QCOMPARE(unsupported[0]["count"].toInt(), 1);
    QCOMPARE(unsupported[0]["first_node"].toString(), "sum");
}

// A terminal obeys escapes, and marks that turn the direction of writing make a name look like another.
void TestCliInspect::namesMoveNoTerminal_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("text") << QStringList {};
    QTest::newRow("json") << QStringList {"--json"};
}

void TestCliInspect::namesMoveNoTerminal()
{
    QFETCH(QStringList, options);
    const std::string hostile = "\x1b]0;owned\x07\u009b31m\u202egnp.exe\r\n\x7f";
    Model model = tinyModel();
    model.producer = hostile;
    model.opsets[hostile] = 1;
    auto weight = std::make_shared<ConstantInfo>(*model.graph.constants[0]);
    weight->name = hostile;
    model.graph.constants = {weight, weight, model.graph.constants[1]}; // twice: a warning names it
    model.graph.inputs[0].name = "x" + hostile;
    model.graph.nodes[0].opType = hostile;
    model.graph.nodes[0].inputs = {"x" + hostile, hostile};
    model.graph.nodes[0].name = hostile;
    const QString path = m_folder.filePath(QString::fromUtf8("m\u202e\u009b.onnx"));
    writeInline(path.toStdString(), model);
    const CliResult result = runCli(QStringList {"inspect", path} + options);
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.errors.contains(QLatin1String("more than once")));
    for (const QChar c : result.output + result.errors) {
        const bool isLineFeed = c == QLatin1Char('\n');
        QVERIFY2(isLineFeed || !isUnprintable(c.unicode()), qPrintable(QString::number(c.unicode(), 16)));
    }
    if (!options.isEmpty()) {
        QCOMPARE(result.json()["constants"][0]["name"].toString().toStdString(), hostile);
    }
}

void TestCliInspect::csvNamesAreNoFormulas()
{
    Model model = tinyModel();
    auto weight = std::make_shared<ConstantInfo>(*model.graph.constants[0]);
    weight->name = "=1+2";
    model.graph.constants[0] = weight;
    model.graph.nodes[0].inputs[1] = "=1+2";
    writeInline(tiny("formula.onnx").toStdString(), model);
    const QString path = m_folder.filePath("formula.csv");
    QCOMPARE(runCli({"inspect", tiny("formula.onnx"), "--csv", path}).exitCode, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("\n'=1+2,float32,"));
}

// A search for each among all before it took longer than runCli() waits.
void TestCliInspect::manyOperatorSets()
{
    Model model = tinyModel();
    for (int i = 0; i < 300'000; ++i) {
        model.opsets["com.example." + std::to_string(i)] = 1;
    }
    writeInline(tiny("opsets.onnx").toStdString(), model);
    const CliResult result = runCli({"inspect", tiny("opsets.onnx"), "--json"});
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.json()["opsets"].toObject().size(), 300'001);
}

void TestCliInspect::brokenFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QFile mnist(WEIGHTLESS_TEST_DATA "/models/mnist/model.onnx");
    QVERIFY(mnist.open(QIODevice::ReadOnly));
    const QByteArray whole = mnist.readAll();
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("this is no model, it is a sentence\n").repeated(20);
    QTest::newRow("half of a model") << whole.left(whole.size() / 2);
    QTest::newRow("a byte short") << whole.chopped(1);
    QTest::newRow("zeros") << QByteArray(4096, '\0');
}

void TestCliInspect::brokenFiles()
{
    QFETCH(QByteArray, bytes);
    QFile file(tiny("broken.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(bytes);
    file.close();
    const CliResult result = runCli({"inspect", tiny("broken.onnx"), "--json"});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(result.errors.contains(QLatin1String("broken.onnx")), qPrintable(result.errors));
    QVERIFY(result.output.isEmpty());
}

QTEST_GUILESS_MAIN(TestCliInspect)
#include "tst_cli_inspect.moc"
