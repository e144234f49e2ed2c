// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"
#include "tests/engine/temporaryfolder.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

#include <array>
#include <cmath>

using namespace weightless;
using namespace weightless::test;

class TestCliLoad : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void devices();
    void benchDevice();
    void jsonOfEveryMode_data();
    void jsonOfEveryMode();
    void pathsAreForced_data();
    void pathsAreForced();
    void wrongLoadOptions_data();
    void wrongLoadOptions();
    void droppingIsSaidToBeInVain();
    void weightsTakeAnotherType();
    void weightsBeyondTheTypeAreTold();
    void thresholdDecidesWhatIsHollow();
    void freeDimensions();
    void samples();
    void samplesFolderIsMissing();
    void failures_data();
    void failures();

private:
    QTemporaryDir m_folder;
    QString m_tiny;
    QString m_demo;
};

void TestCliLoad::initTestCase()
{
    WEIGHTLESS_NEED_DEVICE();
    m_tiny = m_folder.filePath("tiny.onnx");
    writeTinyModel(m_tiny.toStdString(), onnx_io::WeightLayout::External);
    m_demo = m_folder.filePath("clip.onnx");
    const CliResult demo = runCli({"make-demo", "sd15-clip", m_demo, "--scale", "32"});
    QVERIFY2(demo.exitCode == 0, qPrintable(demo.errors));
}

void TestCliLoad::devices()
{
    const QJsonArray devices = runCli({"devices", "--json"}).json()["devices"].toArray();
    QVERIFY(!devices.isEmpty());
    for (qsizetype i = 0; i < devices.size(); ++i) {
        QCOMPARE(devices[i]["index"].toInt(), static_cast<int>(i));
        QVERIFY(!devices[i]["name"].toString().isEmpty());
        QVERIFY(devices[i]["facts"]["vendor_id"].toInt() > 0);
        QVERIFY(!devices[i]["facts"]["memory"]["types"].toArray().isEmpty());
        QVERIFY(!devices[i]["policy"]["large_products"].toString().isEmpty());
    }
    const CliResult text = runCli({"devices"});
    QCOMPARE(text.exitCode, 0);
    QVERIFY(text.output.contains(devices[0]["name"].toString()));
}

void TestCliLoad::benchDevice()
{
    const CliResult result = runCli({"bench-device", "--copy", "1M", "--largest", "256", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue rates = result.json();
    for (const char* rate :
        {"upload_bytes_per_second", "readback_bytes_per_second", "memory_bytes_per_second"})
        QVERIFY2(rates[QLatin1String(rate)].toDouble() > 0, rate);
    QVERIFY(rates["launch_seconds"].toDouble() >= 0);
    const QJsonArray products = rates["products"].toArray();
    QVERIFY(!products.isEmpty());
    for (const QJsonValue& product : products) {
        QCOMPARE(product["size"].toInt(), 256);
        QVERIFY(product["operations_per_second"].toDouble() > 0);
        QVERIFY(product["right"].toBool());
    }
    QVERIFY(!rates["large_float16_products"].toString().isEmpty());
    QCOMPARE(rates["kept"], QJsonValue(false)); // it tells less than a whole measurement
    QCOMPARE(runCli({"bench-device", "--copy", "0"}).exitCode, 2);
}

void TestCliLoad::jsonOfEveryMode_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("zero-copy") << "zero-copy";
    QTest::newRow("streamed") << "streamed";
    QTest::newRow("conventional") << "conventional";
}

void TestCliLoad::jsonOfEveryMode()
{
    QFETCH(QString, mode);
    const CliResult result = runCli({"load", m_demo, "--mode", mode, "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue json = result.json();
    QCOMPARE(json["model"].toString(), QDir::toNativeSeparators(m_demo));
    QCOMPARE(json["mode"].toString(), mode);
    QVERIFY(!json["device"].toString().isEmpty());

    const qint64 bytes = json["constants"]["bytes"].toInteger();
    QVERIFY(json["constants"]["count"].toInt() >= 20);
    QVERIFY(json["constants"]["largest_bytes"].toInteger() < bytes);
    qint64 moved = 0;
    for (const char* path : {"imported", "direct", "staged", "converted", "conventional", "shared"}) {
        QVERIFY2(json["bytes_by_path"][QLatin1String(path)].isDouble(), path);
        moved += json["bytes_by_path"][QLatin1String(path)].toInteger();
    }
    QCOMPARE(moved, bytes);
    for (const char* step : {"open", "build", "load"}) {
        QVERIFY2(json["seconds"][QLatin1String(step)].toDouble(-1) >= 0, step);
    }
    QVERIFY(json["process"]["baseline_bytes"].toInteger() > 0);
    QVERIFY(json["process"]["anonymous_bytes"].toInteger() > 0);
    QVERIFY(json["process"]["peak_bytes"].toInteger() >= json["process"]["baseline_bytes"].toInteger());
    QVERIFY(json["device_bytes"]["weights"].toInteger() >= bytes);
    QVERIFY(json["device_bytes"]["activations"].toInteger() > 0);
    QVERIFY(json["device_bytes"]["staging"].isDouble());

    const qint64 overhead = json["host_overhead_peak_bytes"].toInteger(-1);
    if (mode == QLatin1String("conventional")) {
        QVERIFY2(overhead >= 2 * bytes, "the conventional mode copies honestly");
        QCOMPARE(json["bytes_by_path"]["conventional"].toInteger(), bytes);
    } else {
        QVERIFY2(overhead <= 64 * 1024 * 1024, qPrintable(QString::number(overhead)));
    }
}

void TestCliLoad::pathsAreForced_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("imported") << "imported";
    QTest::newRow("direct") << "direct";
    QTest::newRow("staged") << "staged";
}

void TestCliLoad::pathsAreForced()
{
    QFETCH(QString, path);
    const CliResult result = runCli({"load", m_demo, "--path", path, "--order", "largest", "--readers", "2",
        "--slice", "65536", "--slices", "3", "--json"});
    if (path == QLatin1String("direct")
        && result.errors.contains(QLatin1String("this device's memory is not visible to the CPU"))) {
        QCOMPARE(result.exitCode, 1); // a card
        return;
    }
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue json = result.json();
    QCOMPARE(json["bytes_by_path"][path].toInteger(), json["constants"]["bytes"].toInteger());
    const bool isStaged = path == QLatin1String("staged");
    QCOMPARE(json["mode"].toString(), path == QLatin1String("imported") ? "zero-copy" : "streamed");
    QCOMPARE(json["staging"]["copies"].toInteger() > 0, isStaged);
    QCOMPARE(json["device_bytes"]["staging"].toInteger(), isStaged ? 3 * 65536 : 0);
}

void TestCliLoad::wrongLoadOptions_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("path") << QStringList {"--path", "converted"} << "imported, direct or staged";
    QTest::newRow("path of another mode")
        << QStringList {"--path", "imported", "--mode", "streamed"} << "is a path of the zero-copy mode";
    QTest::newRow("path of no mode") << QStringList {"--path", "staged", "--mode", "conventional"}
                                     << "is a path of the streamed mode";
    QTest::newRow("cache") << QStringList {"--cache", "flush"} << "keep or drop";
    QTest::newRow("cache of the device")
        << QStringList {"--cache", "drop", "--mode", "zero-copy"} << "means nothing in the zero-copy mode";
    QTest::newRow("order") << QStringList {"--order", "random"} << "file, largest or execution";
    QTest::newRow("readers") << QStringList {"--readers", "0"} << "from 1 to 64";
    QTest::newRow("slice") << QStringList {"--slice", "100"} << "from 4096";
    QTest::newRow("slice of no pages") << QStringList {"--slice", "5000"} << "a multiple of 4096";
    QTest::newRow("weights type") << QStringList {"--weights-type", "int8"} << "fp16, bf16 or fp32";
    QTest::newRow("slices") << QStringList {"--slices", "x"} << "a whole number";
}

void TestCliLoad::wrongLoadOptions()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const CliResult result = runCli(QStringList {"load", m_tiny} + arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.errors.contains(message), qPrintable(result.errors));
}

void TestCliLoad::weightsTakeAnotherType()
{
    const QJsonValue plain = runCli({"load", m_demo, "--json"}).json();
    const CliResult result = runCli({"load", m_demo, "--weights-type", "fp32", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const qint64 bytes = result.json()["constants"]["bytes"].toInteger();
    QVERIFY(bytes > plain["constants"]["bytes"].toInteger() * 19 / 10);
    QVERIFY(result.json()["bytes_by_path"]["converted"].toInteger() > bytes * 9 / 10);
}

void TestCliLoad::weightsBeyondTheTypeAreTold()
{
    Model model = tinyModel();
    ConstantInfo weights = *model.graph.constants.front();
    weights.value = floatTensor({3, 2}, std::array {-7e4F, 1e6F, -3e38F, 65504.0F, -65504.0F, INFINITY});
    model.graph.constants.front() = std::make_shared<const ConstantInfo>(std::move(weights));
    ConstantInfo bias = *model.graph.constants.back(); // whose value is known before anything is loaded
    bias.value = floatTensor({2}, std::array {1e5F, -1e5F});
    model.graph.constants.back() = std::make_shared<const ConstantInfo>(std::move(bias));
    const QString path = m_folder.filePath("large.onnx");
    onnx_io::writeModel(
        path.toStdString(), model, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, {});
    const QStringList arguments {"load", path, "--threshold", "2", "--json"};
    const CliResult half = runCli(arguments + QStringList {"--weights-type", "fp16"});
    QVERIFY2(half.exitCode == 0, qPrintable(half.errors));
    QVERIFY2(half.errors.contains(QLatin1String("3 values are beyond float16"))
            && half.errors.contains(QLatin1String("'b', 'w'")),
        qPrintable(half.errors));
    const QJsonArray told = half.json()["clamped"].toArray();
    QCOMPARE(told.size(), 2);
    QCOMPARE(told[0]["name"].toString(), QStringLiteral("b"));
    QCOMPARE(told[0]["values"].toInteger(), 1); // -1e5 is a mask
    QCOMPARE(told[1]["name"].toString(), QStringLiteral("w"));
    QCOMPARE(told[1]["type"].toString(), QStringLiteral("float16"));
    QCOMPARE(told[1]["values"].toInteger(), 2); // -3e38 and -65504 are masks
    for (const QStringList& type : {QStringList(), QStringList {"--weights-type", "bf16"}}) {
        const CliResult whole = runCli(arguments + type);
        QVERIFY2(whole.exitCode == 0, qPrintable(whole.errors));
        QVERIFY(whole.json()["clamped"].isArray() && whole.json()["clamped"].toArray().isEmpty());
        QVERIFY2(!whole.errors.contains(QLatin1String("beyond")), qPrintable(whole.errors));
    }
}

void TestCliLoad::droppingIsSaidToBeInVain()
{
    const CliResult result = runCli({"load", m_demo, "--cache", "drop", "--json"});
    QCOMPARE(result.exitCode, 0);
    const bool imports = result.json()["bytes_by_path"]["imported"].toInteger() > 0;
    QCOMPARE(result.errors.contains(QLatin1String("--cache drop had no effect")), imports);
    QVERIFY(!runCli({"load", m_demo, "--cache", "drop", "--mode", "streamed"})
                 .errors.contains(QLatin1String("no effect")));
    const QStringList slices {"load", m_demo, "--slice", "4096", "--slices", "1", "--json"};
    const CliResult sliced = runCli(slices);
    const QJsonValue bytes = sliced.json()["bytes_by_path"];
    const bool bindsAll = imports
        && bytes["direct"].toInteger() + bytes["staged"].toInteger() + bytes["converted"].toInteger()
                + bytes["conventional"].toInteger()
            == 0;
    QCOMPARE(sliced.errors.contains(QLatin1String("--slice had no effect")), bindsAll);
    QCOMPARE(sliced.errors.contains(QLatin1String("--slices had no effect")), bindsAll);
    QVERIFY(!runCli(slices + QStringList {"--mode", "streamed"}).errors.contains(QLatin1String("no effect")));
}

void TestCliLoad::thresholdDecidesWhatIsHollow()
{
    const auto hollowCount = [&](const QString& threshold) {
        return runCli({"load", m_tiny, "--threshold", threshold, "--json"})
            .json()["constants"]["count"]
            .toInt(-1);
    };
    QCOMPARE(hollowCount("0"), 2);
    QCOMPARE(hollowCount("2"), 1);
    QCOMPARE(hollowCount("1000"), 0);
}

void TestCliLoad::freeDimensions()
{
    const CliResult suggested = runCli({"load", m_tiny, "--json"});
    QCOMPARE(suggested.exitCode, 0);
    QVERIFY(suggested.errors.contains(QLatin1String("free dimension 'n'")));
    QCOMPARE(suggested.json()["dimensions"]["n"].toInt(), 1);

    const CliResult given = runCli({"load", m_tiny, "--dim", "n=5", "--json"});
    QVERIFY(given.errors.isEmpty());
    QCOMPARE(given.json()["dimensions"]["n"].toInt(), 5);

    const CliResult unknown = runCli({"load", m_tiny, "--dim", "m=5", "--json"});
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY(unknown.errors.contains(QLatin1String("'m'")));
}

void TestCliLoad::samples()
{
    const QString path = m_folder.filePath("samples.csv");
    const CliResult loaded = runCli({"load", m_demo, "--mode", "conventional", "--samples", path, "--json"});
    QCOMPARE(loaded.exitCode, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines[0],
        QByteArray(
            "seconds,host_overhead_bytes,device_weights_bytes,device_activations_bytes,device_staging_bytes,"
            "rss_anon_bytes,rss_file_bytes"));
    QVERIFY(lines.size() >= 3);
    double previous = -1;
    qint64 highest = 0;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QList<QByteArray> cells = lines[i].split(',');
        QCOMPARE(cells.size(), 7);
        bool isNumber = false;
        const double seconds = cells[0].toDouble(&isNumber);
        QVERIFY(isNumber && seconds >= previous);
        QVERIFY2(previous < 0 || seconds - previous < 5, "samples keep coming");
        previous = seconds;
        QVERIFY(cells[5].toLongLong() > 0);
        highest = std::max(highest, cells[1].toLongLong());
    }
    // However short it was, the peak that is counted is there.
    QCOMPARE(highest, loaded.json()["host_overhead_peak_bytes"].toInteger());
    QCOMPARE(lines[1].split(',')[2], QByteArray("0"));
    QVERIFY(lines.last().split(',')[2].toLongLong() > 0);
}

void TestCliLoad::samplesFolderIsMissing()
{
    const CliResult result = runCli({"load", m_tiny, "--samples", m_folder.filePath("no/such.csv")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
}

void TestCliLoad::failures_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("device") << QStringList {"--device", "99"} << "99";
    QTest::newRow("no data file") << QStringList {} << "lost.onnx_data";
}

void TestCliLoad::failures()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const QString lost = m_folder.filePath("lost.onnx");
    QFile::remove(lost); // so that the data has the plain name again
    writeTinyModel(lost.toStdString(), onnx_io::WeightLayout::External);
    QVERIFY(QFile::remove(lost + QStringLiteral("_data")));
    const CliResult result = runCli(QStringList {"load", lost, "--threshold", "0"} + arguments);
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY2(result.errors.contains(message), qPrintable(result.errors));
    QVERIFY(result.output.isEmpty());
}

QTEST_GUILESS_MAIN(TestCliLoad)
#include "tst_cli_load.moc"
