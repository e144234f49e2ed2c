// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"

#include "engine/formats/npyfile.h"
#include "engine/onnx/reader.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::test;

class TestCliConvert : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void roundTrip();
    void shardsAndNames();
    void halvesWeights();
    void bfloat16();
    void nothingToConvert();
    void missingDataIsNamedOnce();
    void extracts();
    void mistakes_data();
    void mistakes();
    void interruptLeavesNothing();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void TestCliConvert::initTestCase()
{
    const CliResult demo =
        runCli({"make-demo", "sd15-clip", path("clip.onnx"), "--scale", "32", "--type", "fp32"});
    QVERIFY2(demo.exitCode == 0, qPrintable(demo.errors));
}

void TestCliConvert::roundTrip()
{
    const CliResult single =
        runCli({"convert", path("clip.onnx"), path("single.onnx"), "--inline", "--json"});
    QVERIFY2(single.exitCode == 0, qPrintable(single.errors));
    const QJsonValue json = single.json();
    QCOMPARE(json["files"].toArray().size(), 1);
    QCOMPARE(json["files"][0]["bytes"].toInteger(), QFileInfo(path("single.onnx")).size());
    QCOMPARE(json["external_tensors"].toInt(), 0);
    QCOMPARE(json["converted_tensors"].toInt(), 0);
    const CliResult again = runCli({"convert", path("single.onnx"), path("again.onnx")});
    QVERIFY2(again.exitCode == 0, qPrintable(again.errors));
    QVERIFY(again.output.contains(QLatin1String("again.onnx_data")));
    QFile first(path("clip.onnx_data"));
    QFile second(path("again.onnx_data"));
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QVERIFY(first.readAll() == second.readAll());
}

void TestCliConvert::shardsAndNames()
{
    const CliResult result = runCli({"convert", path("clip.onnx"), path("shards.onnx"), "--data-file",
        "w.bin", "--shard-size", "2M", "--align", "64K", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonArray files = result.json()["files"].toArray();
    QVERIFY(files.size() > 2);
    const auto pathOf = [&](int i) { return files[i].toObject()["path"].toString(); };
    QCOMPARE(pathOf(0), QDir::toNativeSeparators(path("shards.onnx")));
    QCOMPARE(pathOf(1), QDir::toNativeSeparators(path("w.bin")));
    QCOMPARE(pathOf(2), QDir::toNativeSeparators(path("w.bin_1")));
    for (const auto& constant : onnx_io::readModel(path("shards.onnx").toStdString()).model.graph.constants) {
        QVERIFY(constant->problem.empty());
        const auto* range = std::get_if<FileRange>(&constant->source.range);
        QVERIFY(range == nullptr || constant->sizeBytes < 1024 || range->offsetBytes % 65536 == 0);
    }
}

void TestCliConvert::halvesWeights()
{
    const CliResult result =
        runCli({"convert", path("clip.onnx"), path("half.onnx"), "--weights-type=fp16", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue json = result.json();
    QVERIFY(json["converted_tensors"].toInt() > 10);
    QCOMPARE(json["clamped_values"].toInt(), 0);
    QVERIFY(json["files"][1]["bytes"].toInteger() < QFileInfo(path("clip.onnx_data")).size() * 6 / 10);
}

void TestCliConvert::bfloat16()
{
    const CliResult half =
        runCli({"convert", path("clip.onnx"), path("brain.onnx"), "--weights-type", "bf16", "--json"});
    QVERIFY2(half.exitCode == 0, qPrintable(half.errors));
    QVERIFY(half.json()["converted_tensors"].toInt() > 0);
    const Model model = onnx_io::readModel(path("brain.onnx").toStdString()).model;
    const auto isStored = [](const auto& constant) {
        return constant->descriptor.type == DataType::BFloat16;
    };
    QVERIFY(std::ranges::any_of(model.graph.constants, isStored));
    QVERIFY(QFileInfo(path("brain.onnx_data")).size() < QFileInfo(path("clip.onnx_data")).size() * 6 / 10);
}

void TestCliConvert::nothingToConvert()
{
    const CliResult result =
        runCli({"convert", path("clip.onnx"), path("same.onnx"), "--weights-type", "fp32"});
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.errors.contains("nothing was converted"), qPrintable(result.errors));
}

void TestCliConvert::missingDataIsNamedOnce()
{
    QCOMPARE(runCli({"convert", path("clip.onnx"), path("alone.onnx"), "--data-file", "gone"}).exitCode, 0);
    QVERIFY(QFile::remove(path("gone")));
    const CliResult result = runCli({"convert", path("alone.onnx"), path("out.onnx")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(
        result.errors.count("Constant '") == 1 && result.errors.contains("gone"), qPrintable(result.errors));
}

void TestCliConvert::extracts()
{
    const Model model = onnx_io::readModel(path("clip.onnx").toStdString()).model;
    const ConstantInfo& first = *model.graph.constants.front();
    const QString name = QString::fromStdString(first.name);
    const CliResult result = runCli({"extract", path("clip.onnx"), name, path("t.npy")});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QVERIFY(result.output.contains(name));
    QVERIFY(readNpyFile(path("t.npy").toStdString()).descriptor == first.descriptor);
    QCOMPARE(runCli({"extract", path("clip.onnx"), name, path("t.pb")}).exitCode, 0);
    const CliResult unknown = runCli({"extract", path("clip.onnx"), name + "s", path("u.npy")});
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY(unknown.hasOneErrorLine());
    QVERIFY2(unknown.errors.contains("did you mean '" + name + "'"), qPrintable(unknown.errors));
    QVERIFY(!QFile::exists(path("u.npy")));
}

void TestCliConvert::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    const QString in = path("clip.onnx");
    const QString out = path("bad.onnx");
    QTest::newRow("no target") << QStringList {"convert", in} << 2 << "OUT.onnx";
    QTest::newRow("type") << QStringList {"convert", in, out, "--weights-type", "int8"} << 2 << "int8";
    QTest::newRow("size") << QStringList {"convert", in, out, "--shard-size", "2X"} << 2 << "2X";
    QTest::newRow("huge size") << QStringList {"convert", in, out, "--shard-size", "9999999999G"} << 2
                               << "9999999999G";
    QTest::newRow("alignment") << QStringList {"convert", in, out, "--align", "100"} << 2 << "'--align'";
    QTest::newRow("alignment of 3") << QStringList {"convert", in, out, "--align", "3"} << 2
                                    << "power of two";
    QTest::newRow("large alignment") << QStringList {"convert", in, out, "--align", "1G"} << 2 << "not '1G'";
    QTest::newRow("data elsewhere") << QStringList {"convert", in, out, "--data-file", "../x"} << 2
                                    << "'--data-file'";
    QTest::newRow("data is the model")
        << QStringList {"convert", in, out, "--data-file", "bad.onnx"} << 2 << "'--data-file'";
#ifdef Q_OS_LINUX
    QTest::newRow("long data name") << QStringList {"convert", in, out, "--data-file", QString(300, 'x')} << 2
                                    << "too long";
#endif
    QTest::newRow("inline shards") << QStringList {"convert", in, out, "--inline", "--shard-size", "1M"} << 2
                                   << "--inline";
    QTest::newRow("onto itself") << QStringList {"convert", in, in} << 1 << "another name";
    QTest::newRow("onto its data") << QStringList {"convert", in, out, "--data-file", "clip.onnx_data"} << 1
                                   << "clip.onnx_data";
    QTest::newRow("no model") << QStringList {"convert", path("none.onnx"), out} << 1 << "none.onnx";
    QTest::newRow("no folder") << QStringList {"convert", in, path("no/bad.onnx")} << 1 << "bad.onnx";
    QTest::newRow("extension") << QStringList {"extract", in, "pooler", path("t.txt")} << 2
                               << "FILE as .npy or .pb";
}

void TestCliConvert::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.exitCode, exitCode);
    QVERIFY2(result.hasOneErrorLine(), qPrintable(result.errors));
    QVERIFY2(result.errors.contains(message), qPrintable(result.errors));
    QVERIFY(!QFile::exists(path("bad.onnx")));
}

void TestCliConvert::interruptLeavesNothing()
{
#ifdef Q_OS_WIN
    QSKIP("NOT TESTED: a console program without a console gets no Ctrl-C");
#endif
    // A sparse file that takes seconds to copy, and the model that has it as its weight.
    QTemporaryDir folder;
    const qint64 size = qint64 {6} << 30;
    QFile data(folder.filePath("huge.bin"));
    QVERIFY(data.open(QIODevice::WriteOnly) && data.resize(size));
    data.close();
    const auto field = [](int number, const QByteArray& bytes) {
        return char(number << 3 | 2) + (char(bytes.size()) + bytes);
    };
    const QByteArray location = field(1, "location") + field(2, "huge.bin");
    const QByteArray tensor = QByteArray::fromHex("0880808080"
                                                  "06")
        + QByteArray::fromHex("1001") + field(8, "w") + field(13, location) + QByteArray::fromHex("7001");
    const QByteArray graph = field(5, tensor) + field(2, "g");
    QFile model(folder.filePath("huge.onnx"));
    QVERIFY(model.open(QIODevice::WriteOnly));
    model.write(QByteArray::fromHex("0808") + field(7, graph) + field(8, QByteArray::fromHex("1011")));
    model.close();
    const CliResult inspected = runCli({"inspect", model.fileName(), "--json"});
    QCOMPARE(inspected.json()["totals"]["bytes"].toInteger(), size);

    const CliResult result = interruptCli({"convert", model.fileName(), folder.filePath("out.onnx")}, 300);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(result.errors.contains(QLatin1String("cancelled")), qPrintable(result.errors));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2);
}

QTEST_GUILESS_MAIN(TestCliConvert)
#include "tst_cli_convert.moc"
