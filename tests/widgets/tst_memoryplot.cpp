// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/formatbytes.h"
#include "widgets/plot/curvelook.h"
#include "widgets/plot/memoryplot.h"

#include "widgets/plot/labelplacement.h"

#include <QAccessible>
#include <QCheckBox>
#include <QFile>
#include <QImage>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>

using namespace weightless::widgets;

namespace {

std::vector<MemorySample> run(int count)
{
    std::vector<MemorySample> samples;
    for (int i = 0; i < count; ++i) {
        MemorySample sample;
        sample.seconds = i * 0.01;
        sample.cpuOverheadBytes = (i % 100) * 1024;
        sample.deviceWeightsBytes = qint64 {i} * 4096;
        sample.stagingBytes = 32 << 20;
        samples.push_back(sample);
    }
    return samples;
}

} // namespace

class TestMemoryPlot : public QObject {
    Q_OBJECT

private slots:
    void drawsTruePeaks();
    void followsUntilZoomed();
    void writesEverySampleAsCsv();
    void namesFilesItCannotWrite();
    void runsAreToldApart();
    void theOldestRunGoes();
    void aLoadIsWhatIsCompared();
    void loadsAreStretched();
    void theCursorTellsEveryCurve();
    void theCursorMovesNothing();
    void togglesAreControls();
    void whatStaysIsTold();
    void labelsMakeWay_data();
    void labelsMakeWay();
    void goesOnAfterManySamples();
    void speaks();
};

void TestMemoryPlot::drawsTruePeaks()
{
    MemoryPlot plot;
    plot.resize(500, 250);
    std::vector<MemorySample> samples = run(50'000);
    samples[31'337].cpuOverheadBytes = 987'654'321;
    plot.addSamples(samples);
    QCOMPARE(plot.drawnCpuPeakBytes(), 987'654'321);
    QCOMPARE(plot.peak().cpuOverheadBytes, 987'654'321);
    QCOMPARE(plot.peak().seconds, samples[31'337].seconds);
    plot.setTimeRange(0, 100);
    QCOMPARE(plot.drawnCpuPeakBytes(), 99 * 1024);
}

void TestMemoryPlot::followsUntilZoomed()
{
    MemoryPlot plot;
    plot.resize(500, 250);
    plot.show();
    QSignalSpy following(&plot, &MemoryPlot::followingChanged);
    plot.addSamples(run(1000));
    plot.drawnCpuPeakBytes();
    QVERIFY(plot.isFollowing());
    QCOMPARE(plot.timeRange().second, 9.99);
    QTest::keyClick(&plot, Qt::Key_Plus);
    QVERIFY(!plot.isFollowing());
    QVERIFY(plot.timeRange().second - plot.timeRange().first < 8.1);
    const auto before = plot.timeRange();
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY(plot.timeRange().first > before.first);
    QTest::keyClick(&plot, Qt::Key_Home);
    QVERIFY(plot.isFollowing());
    plot.drawnCpuPeakBytes();
    QCOMPARE(plot.timeRange().second, 9.99);
    QCOMPARE(following.count(), 2);
    plot.setTimeRange(5, 5);
    plot.setTimeRange(std::nan(""), 5);
    QVERIFY(plot.isFollowing());
}

void TestMemoryPlot::writesEverySampleAsCsv()
{
    QTemporaryDir folder;
    MemoryPlot plot;
    std::vector<MemorySample> samples = run(3);
    samples[1].processRssBytes = 777;
    samples[2].deviceActivationsBytes = 5;
    samples[2].devicePassingBytes = 4096;
    plot.addRun(QStringLiteral("=a \"b\""), run(1));
    plot.beginRun(QStringLiteral("now"));
    plot.addSamples(samples);
    const QString path = folder.filePath(QStringLiteral("run.csv"));
    QString error;
    QVERIFY2(plot.saveCsv(path, &error), qPrintable(error));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(),
        QByteArray("load,seconds,cpu_overhead_bytes,device_weights_bytes,device_activations_bytes,"
                   "device_staging_bytes,process_rss_bytes,device_passing_bytes\n"
                   "\"'=a \"\"b\"\"\",0.000000,0,0,0,33554432,,0\n"
                   "\"now\",0.000000,0,0,0,33554432,,0\n"
                   "\"now\",0.010000,1024,4096,0,33554432,777,0\n"
                   "\"now\",0.020000,2048,8192,5,33554432,,4096\n"));
}

void TestMemoryPlot::namesFilesItCannotWrite()
{
    MemoryPlot plot;
    const QString path = QStringLiteral("/no/such/folder/run.csv");
    QString error;
    QVERIFY(!plot.saveCsv(path, &error));
    QVERIFY(error.contains(path));
    QVERIFY(!plot.savePng(path));
    QVERIFY(!plot.saveSvg(path));
}

void TestMemoryPlot::runsAreToldApart()
{
    MemoryPlot plot;
    plot.addRun(QStringLiteral("conventional"), run(50), 2);
    plot.addRun(QStringLiteral("streamed"), run(20), 1);
    plot.addRun(QStringLiteral("conventional"), run(70), 2);
    const QStringList names {
        QStringLiteral("conventional"), QStringLiteral("streamed"), QStringLiteral("conventional 2")};
    QCOMPARE(plot.runNames(), names);
    // What it is is known at the end only.
    plot.beginRun(QStringLiteral("automatic"), 3);
    plot.addSamples(run(10));
    plot.nameRun(QStringLiteral("streamed"), 1);
    QCOMPARE(plot.runNames().last(), QStringLiteral("streamed 2"));
    QSet<QString> looks;
    for (const QCheckBox* box : plot.findChildren<QCheckBox*>()) {
        if (!box->objectName().startsWith(QLatin1String("run ")))
            continue;
        const QImage line = box->icon().pixmap(30, 14).toImage();
        looks.insert(QString::fromLatin1(QByteArray(
            reinterpret_cast<const char*>(line.constBits()), static_cast<qsizetype>(line.sizeInBytes()))
                                             .toHex()));
    }
    QCOMPARE(looks.size(), 4);
    plot.forgetEarlierRuns();
    QCOMPARE(plot.runNames().size(), 1);
    QCOMPARE(plot.samples().size(), size_t {10});
    plot.clear();
    QVERIFY(plot.samples().empty());
}

void TestMemoryPlot::theOldestRunGoes()
{
    MemoryPlot plot;
    for (int i = 0; i < MemoryPlot::maxRuns + 3; ++i)
        plot.addRun(QString::number(i), run(3));
    QCOMPARE(plot.runNames().size(), qsizetype {MemoryPlot::maxRuns});
    QCOMPARE(plot.runNames().first(), QStringLiteral("3"));
}

void TestMemoryPlot::aLoadIsWhatIsCompared()
{
    MemoryPlot plot;
    plot.resize(600, 400);
    plot.setExtent(MemoryPlot::Extent::Load);
    plot.addSamples(run(301));
    plot.endRun(1.5);
    plot.drawnCpuPeakBytes();
    QCOMPARE(plot.timeRange().second, 1.5);
    plot.setExtent(MemoryPlot::Extent::Everything);
    plot.drawnCpuPeakBytes();
    QCOMPARE(plot.timeRange().second, 3.0);
    // What ran after it is forgotten with the next load.
    plot.beginRun(QStringLiteral("next"));
    plot.addSamples(run(50));
    plot.drawnCpuPeakBytes();
    QCOMPARE(plot.timeRange().second, 1.5);
    // A load of 8 ms is 8 ms wide.
    plot.forgetEarlierRuns();
    plot.beginRun(QStringLiteral("fast"));
    plot.forgetEarlierRuns();
    plot.addSamples(std::vector<MemorySample> {{.seconds = 0}, {.seconds = 0.008}});
    plot.endRun(0.008);
    plot.drawnCpuPeakBytes();
    QCOMPARE(plot.timeRange().second, 0.008);
}

void TestMemoryPlot::loadsAreStretched()
{
    MemoryPlot plot;
    plot.resize(600, 400);
    plot.addRun(QStringLiteral("a"), run(11));
    plot.addRun(QStringLiteral("b"), run(500));
    plot.setStretched(true);
    plot.drawnCpuPeakBytes();
    QCOMPARE(plot.timeRange(), (std::pair(0.0, 100.0)));
    // At about half of each.
    plot.setCursor(52);
    plot.drawnCpuPeakBytes();
    const QString words = plot.describe();
    QVERIFY2(words.contains(QLatin1String("a 5 KiB")), qPrintable(words));
    QVERIFY2(words.contains(QLatin1String("b 59 KiB")), qPrintable(words));
    plot.setStretched(false);
    plot.drawnCpuPeakBytes();
    QCOMPARE(plot.timeRange().second, 4.99);
}

void TestMemoryPlot::theCursorTellsEveryCurve()
{
    MemoryPlot plot;
    plot.resize(700, 400);
    plot.show();
    plot.addRun(QStringLiteral("short"), run(11));
    plot.addRun(QStringLiteral("long"), run(500));
    plot.drawnCpuPeakBytes();
    QVERIFY(!plot.describe().contains(QLatin1String("At ")));
    // A sample holds until the next one.
    plot.setCursor(0.0599);
    plot.drawnCpuPeakBytes();
    QVERIFY2(plot.describe().contains(QLatin1String("short 5 KiB")), qPrintable(plot.describe()));
    plot.setCursor(1.0);
    plot.drawnCpuPeakBytes();
    QVERIFY2(plot.describe().contains(QLatin1String("short ended")), qPrintable(plot.describe()));
    QTest::keyClick(&plot, Qt::Key_Escape);
    QVERIFY(!plot.describe().contains(QLatin1String("At ")));
    QTest::keyClick(&plot, Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(plot.describe().contains(QLatin1String("At ")));
}

// The curves would jump under the pointer.
void TestMemoryPlot::theCursorMovesNothing()
{
    const ByteUnits before = byteUnits();
    for (const ByteUnits units : {ByteUnits::Binary, ByteUnits::Decimal}) {
        setByteUnits(units);
        MemoryPlot plot;
        plot.resize(700, 400);
        plot.show();
        std::vector<MemorySample> samples = run(500);
        for (MemorySample& sample : samples)
            sample.deviceWeightsBytes *= 450; // the widest values
        plot.addSamples(samples);
        plot.drawnCpuPeakBytes();
        const QRect area = plot.chartArea();
        for (const double seconds : {0.0, 0.7, 2.5, 4.99}) {
            plot.setCursor(seconds);
            plot.drawnCpuPeakBytes();
            QCOMPARE(plot.chartArea(), area);
        }
    }
    setByteUnits(before);
}

void TestMemoryPlot::togglesAreControls()
{
    MemoryPlot plot;
    plot.resize(700, 400);
    plot.show();
    plot.addRun(QStringLiteral("low"), run(2));
    plot.addRun(QStringLiteral("high"), run(100));
    plot.drawnCpuPeakBytes();
    auto* box = plot.findChild<QCheckBox*>(QStringLiteral("run 1"));
    QVERIFY(box);
    QVERIFY(box->isChecked());
    QVERIFY(!box->icon().isNull());
    QVERIFY(box->focusPolicy() & Qt::TabFocus);
    QVERIFY(box->accessibleName().contains(QLatin1String("high")));
    QTest::keyClick(box, Qt::Key_Space);
    QVERIFY(!plot.isRunVisible(1));
    QVERIFY(plot.isRunVisible(0));
    plot.drawnCpuPeakBytes();
    QCOMPARE(plot.labelPlaces().size(), size_t {2}); // the other's and the device's
    auto* process = plot.findChild<QCheckBox*>(QStringLiteral("process"));
    QTest::keyClick(process, Qt::Key_Space);
    QVERIFY(plot.isProcessMemoryVisible());
}

void TestMemoryPlot::whatStaysIsTold()
{
    MemoryPlot plot;
    plot.resize(700, 400);
    plot.show();
    std::vector<MemorySample> samples = run(100);
    plot.addRun(QStringLiteral("all"), samples);
    plot.drawnCpuPeakBytes();
    const QString key = QStringLiteral("area %1").arg(static_cast<int>(DeviceArea::Resident));
    QVERIFY(!plot.findChild<QCheckBox*>(key)); // all of them do
    for (MemorySample& sample : samples)
        sample.devicePassingBytes = sample.deviceWeightsBytes / 4;
    plot.addRun(QStringLiteral("some"), samples);
    plot.drawnCpuPeakBytes();
    auto* box = plot.findChild<QCheckBox*>(key);
    QVERIFY(box);
    QVERIFY(box->isChecked());
    plot.setCursor(0.5);
    plot.drawnCpuPeakBytes();
    QVERIFY2(
        plot.describe().contains(QLatin1String("weights that stay 150 KiB")), qPrintable(plot.describe()));
    QVERIFY2(plot.describe().contains(QLatin1String("99 KiB come and go")), qPrintable(plot.describe()));
    QTest::keyClick(box, Qt::Key_Space);
    QVERIFY(!box->isChecked());
}

void TestMemoryPlot::labelsMakeWay_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 3, 8, 13})
        QTest::addRow("%d", count) << count;
}

void TestMemoryPlot::labelsMakeWay()
{
    QFETCH(int, count);
    std::mt19937 random(static_cast<unsigned>(count));
    std::uniform_real_distribution<double> anywhere(-20, 320);
    for (int round = 0; round < 200; ++round) {
        std::vector<double> wanted;
        for (int i = 0; i < count; ++i)
            wanted.push_back(round % 2 == 0 ? anywhere(random) : 300); // all on one line too
        const std::vector<double> places = placeLabels(wanted, 20, 0, 300);
        for (size_t a = 0; a < places.size(); ++a) {
            QVERIFY(places[a] >= 10 - 1e-9 && places[a] <= 290 + 1e-9);
            for (size_t b = a + 1; b < places.size(); ++b) {
                QVERIFY(std::abs(places[a] - places[b]) >= 20 - 1e-9);
                // In the order of what they want.
                QVERIFY(wanted[a] == wanted[b] || (wanted[a] < wanted[b]) == (places[a] < places[b]));
            }
        }
    }
    // Nobody is moved who is in nobody's way.
    QCOMPARE(placeLabels({40, 200}, 20, 0, 300), (std::vector<double> {40, 200}));
    QVERIFY(placeLabels({}, 20, 0, 300).empty());
}

void TestMemoryPlot::goesOnAfterManySamples()
{
    MemoryPlot plot;
    plot.resize(600, 300);
    plot.show();
    plot.addSamples(run(200'000));
    QTest::qWait(150);
    MemorySample sample;
    for (int i = 0; i < 30; ++i) {
        sample.seconds = 2000 + i * 0.02;
        plot.addSample(sample);
        QTest::qWait(10);
    }
    QCOMPARE(plot.samples().size(), size_t {200'030});
    QVERIFY(plot.isFollowing());
}

void TestMemoryPlot::speaks()
{
    MemoryPlot plot;
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&plot);
    QCOMPARE(interface->role(), QAccessible::Chart);
    const QString before = interface->text(QAccessible::Description);
    QVERIFY(!before.isEmpty());
    MemorySample sample;
    sample.seconds = 1;
    sample.cpuOverheadBytes = 3 << 20;
    sample.deviceWeightsBytes = 1536;
    plot.addSample(sample);
    sample.seconds = 2;
    sample.cpuOverheadBytes = 1 << 20;
    plot.addSample(sample);
    const QString now = interface->text(QAccessible::Description);
    QVERIFY2(now.contains(QLatin1String("1 MiB")) && now.contains(QLatin1String("3 MiB")), qPrintable(now));
    QVERIFY2(now.indexOf(QLatin1String("1 MiB")) < now.indexOf(QLatin1String("3 MiB")), qPrintable(now));
    QVERIFY(now.contains(QLatin1String("1.5 KiB")));
}

QTEST_MAIN(TestMemoryPlot)
#include "tst_memoryplot.moc"
