// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/comparison.h"
#include "app/cli/compare/comparisonreport.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

using namespace weightless;
using namespace weightless::cli;

namespace {

ComparedLoad load(const char* mode, uint64_t overhead)
{
    ComparedLoad load;
    load.label = mode;
    load.figures = Json {{"host_overhead_peak_bytes", overhead},
        {"device_bytes", Json {{"weights", 100}, {"activations", 20}, {"staging", 3}}},
        {"bytes_by_path", Json {{"imported", 0}, {"direct", 1024}}}};
    load.peakBytes = 2048;
    load.seconds = 0.25;
    load.curve = {{0, 0, 0, 0, 0}, {0.25, overhead, 100, 20, 3}};
    return load;
}

Comparison comparison()
{
    return {"a <b> & \"c\".onnx", "device", 1000,
        {load("zero-copy", 0), load("streamed", 500), load("conventional", 3000)}};
}

} // namespace

class TestCliComparison : public QObject {
    Q_OBJECT

private slots:
    void figures();
    void oneSentence();
    void pageIsEscaped();
    void csvHasEverySample();
    void curvesThatAreNone_data();
    void curvesThatAreNone();
};

void TestCliComparison::figures()
{
    const Comparison compared = comparison();
    QCOMPARE(compared.loads[1].overheadBytes(), uint64_t {500});
    QCOMPARE(compared.loads[1].deviceBytes(), uint64_t {123});
    QCOMPARE(compared.loads[1].paths(), std::string("direct 1.00 KiB"));
    QCOMPARE(compared.timesModel(3000), 3.0);
    const Json json = compared.toJson(true);
    QCOMPARE(json.at("modes").size(), size_t {3});
    QCOMPARE(json.at("modes")[2].at("curve").size(), size_t {2});
    QVERIFY(!compared.toJson(false)["modes"][2].contains("curve"));
}

void TestCliComparison::oneSentence()
{
    Comparison compared = comparison();
    QVERIFY(compared.conclusion().find("streaming takes 0.17 × as much") != std::string::npos);
    ComparedLoad reference;
    reference.label = "ONNX Runtime";
    reference.isReference = true;
    reference.peakBytes = 4096;
    compared.loads.push_back(reference);
    QVERIFY(compared.conclusion().find("ONNX Runtime holds 4.00 KiB at its highest") != std::string::npos);
    QVERIFY(compared.toText().find("ONNX Runtime") != std::string::npos);
    compared.loads.erase(compared.loads.begin());
    QVERIFY(compared.conclusion().empty()); // there is nothing to say about a part of the modes
}

void TestCliComparison::pageIsEscaped()
{
    const std::string page = comparisonHtml(comparison());
    QVERIFY(page.find("a &lt;b&gt; &amp; &quot;c&quot;.onnx") != std::string::npos);
    QVERIFY(page.find("a <b>") == std::string::npos);
    QCOMPARE(QByteArray::fromStdString(page).count("<polyline"), 3);
    QVERIFY(page.find("nan") == std::string::npos);
    // Loads that took no time and no memory are drawn as well.
    QVERIFY(comparisonHtml({"m", "d", 0, {load("zero-copy", 0)}}).find("<polyline") != std::string::npos);
}

void TestCliComparison::csvHasEverySample()
{
    const QByteArray csv = QByteArray::fromStdString(comparisonCsv(comparison()));
    QCOMPARE(csv.count('\n'), 7);
    QVERIFY(csv.endsWith("conventional,0.2500,3000,100,20,3\n"));
    const test::TemporaryFolder folder;
    const auto path = folder.write("samples.csv", "header\n0.0000,1,2,3,4,5,6\n0.0500,7,8,9,10,11,12\n");
    const std::vector<CurvePoint> curve = readCurve(path);
    QCOMPARE(curve.size(), size_t {2});
    QCOMPARE(curve[1].seconds, 0.05);
    QCOMPARE(curve[1].stagingBytes, uint64_t {10});
}

void TestCliComparison::curvesThatAreNone_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("header alone") << QByteArray("seconds\n");
    QTest::newRow("words") << QByteArray("seconds\none,two\n");
    QTest::newRow("too short") << QByteArray("seconds\n0.1,2,3\n");
    QTest::newRow("negative") << QByteArray("seconds\n0.1,2,3,-4,5\n");
}

void TestCliComparison::curvesThatAreNone()
{
    QFETCH(QByteArray, content);
    const test::TemporaryFolder folder;
    const auto path = folder.write("samples.csv", content.toStdString());
    const auto error = test::errorOf([&] { (void)readCurve(path); });
    QVERIFY(error.has_value());
    QVERIFY(error->message().find("samples.csv") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestCliComparison)
#include "tst_cli_comparison.moc"
