// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"
#include "tests/datafolder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::test;

// What is told of a model's structure without a device: diff and export-graph.
class TestCliStructure : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        writeTinyModel(path("a.onnx").toStdString());
        writeTinyModel(path("b.onnx").toStdString(), onnx_io::WeightLayout::External);
    }

    // Where the weights lie makes no difference.
    void equalModels()
    {
        CliResult result = runCli({"diff", path("a.onnx"), path("b.onnx")});
        QVERIFY2(result.exitCode == 0, qPrintable(result.output + result.errors));
        QVERIFY2(result.output.startsWith(QLatin1String("Equal: ")), qPrintable(result.output));
        result = runCli({"diff", path("a.onnx"), path("b.onnx"), "--json"});
        QVERIFY(result.json()["equal"].toBool());
        QCOMPARE(result.json()["constants"].toArray().size(), 0);
    }

    void differentModels()
    {
        // Another last weight.
        QFile file(path("a.onnx"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray bytes = file.readAll();
        const QByteArray six("\x00\x00\xc0\x40", 4), seven("\x00\x00\xe0\x40", 4);
        QCOMPARE(bytes.count(six), 1);
        bytes.replace(six, seven);
        QFile other(path("b.onnx"));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write(bytes) == bytes.size());
        other.close();
        CliResult result = runCli({"diff", path("a.onnx"), path("b.onnx"), "--json"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(!result.json()["equal"].toBool());
        QCOMPARE(result.json()["constants"].toArray().size(), 1);
        QCOMPARE(result.json()["constants"][0]["kind"].toString(), QStringLiteral("changed"));
        QCOMPARE(result.json()["constants"][0]["changed_elements"].toInt(), 1);
        QCOMPARE(result.json()["constants"][0]["largest_difference"].toDouble(), 1.0);
        QCOMPARE(runCli({"diff", path("a.onnx"), path("b.onnx"), "--structure"}).exitCode, 0);
        result = runCli({"diff", path("a.onnx"), path("b.onnx")});
        QVERIFY2(result.output.contains(QLatin1String("1 value differs, by at most 1")),
            qPrintable(result.output));
        // Its bytes are not among the equal ones; NaN has no difference of a size.
        QVERIFY2(!result.output.contains(QLatin1String("became")), qPrintable(result.output));
        QVERIFY2(
            result.output.contains(QLatin1String("; 8 B of 32 B of constants")), qPrintable(result.output));
        bytes.replace(seven, QByteArray("\x00\x00\xc0\x7f", 4));
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write(bytes) == bytes.size());
        other.close();
        result = runCli({"diff", path("a.onnx"), path("b.onnx")});
        QVERIFY2(result.output.contains(
                     QLatin1String("1 value differs, 1 became or ceased to be NaN or infinite")),
            qPrintable(result.output));
    }

    void metadataDiffers()
    {
        Model model = tinyModel();
        model.metadata["names"] = "{0: 'cat'}";
        onnx_io::writeModel(path("named.onnx").toStdString(), model,
            [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, {});
        CliResult result = runCli({"diff", path("a.onnx"), path("named.onnx")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith(QStringLiteral("metadata names: none → '{0: 'cat'}'\n")),
            qPrintable(result.output));
        result = runCli({"diff", path("a.onnx"), path("named.onnx"), "--json"});
        QVERIFY(!result.json()["equal"].toBool());
        QCOMPARE(result.json()["facts"].toArray().size(), 1);
    }

    void wrongUsage()
    {
        QCOMPARE(runCli({"diff", path("a.onnx")}).exitCode, 2);
        const CliResult result = runCli({"diff", path("a.onnx"), path("nowhere.onnx")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.hasOneErrorLine(), qPrintable(result.errors));
        QVERIFY(runCli({"export-graph", path("a.onnx"), path("a.txt")}).hasOneErrorLine());
        QVERIFY(!QFile::exists(path("a.txt")));
    }

    void graphs()
    {
        for (const char* name : {"g.dot", "g.json"})
            QCOMPARE(runCli({"export-graph", WEIGHTLESS_TEST_DATA "/models/mnist/model.onnx", path(name)})
                         .exitCode,
                0);
        QFile dot(path("g.dot"));
        QVERIFY(dot.open(QIODevice::ReadOnly));
        const QByteArray text = dot.readAll();
        QVERIFY(text.startsWith("digraph "));
        QCOMPARE(text.count('{'), text.count('}'));
        QCOMPARE(text.count("label=\"Conv"), 2);
        QFile json(path("g.json"));
        QVERIFY(json.open(QIODevice::ReadOnly));
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(json.readAll(), &error);
        QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
        QCOMPARE(document["graph"]["nodes"].toArray().size(), 12);
        QCOMPARE(document["graph"]["inputs"][0]["shape"].toArray(), (QJsonArray {1, 1, 28, 28}));
    }

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestCliStructure)
#include "tst_cli_structure.moc"
