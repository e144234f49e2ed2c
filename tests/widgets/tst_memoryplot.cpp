// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/memoryplot.h"

#include <QAccessible>
#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

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
        sample.deviceStagingBytes = 32 << 20;
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
    void writesPictures();
    void namesFilesItCannotWrite();
    void followsThePalette();
    void keepsReferencesByName();
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
    plot.addSamples(samples);
    const QString path = folder.filePath(QStringLiteral("run.csv"));
    QString error;
    QVERIFY2(plot.saveCsv(path, &error), qPrintable(error));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(),
        QByteArray(
            "seconds,cpu_overhead_bytes,device_weights_bytes,device_activations_bytes,device_staging_bytes,"
            "process_rss_bytes\n"
            "0.000000,0,0,0,33554432,\n"
            "0.010000,1024,4096,0,33554432,777\n"
            "0.020000,2048,8192,5,33554432,\n"));
}

void TestMemoryPlot::writesPictures()
{
    QTemporaryDir folder;
    MemoryPlot plot;
    plot.resize(400, 200);
    plot.addSamples(run(500));
    plot.addPhase(1, QStringLiteral("load"));
    plot.addConstantSet(1.5);
    QVERIFY(plot.savePng(folder.filePath(QStringLiteral("run.png"))));
    QVERIFY(QImage(folder.filePath(QStringLiteral("run.png"))).width() >= 400);
    QVERIFY(plot.saveSvg(folder.filePath(QStringLiteral("run.svg"))));
    QFile svg(folder.filePath(QStringLiteral("run.svg")));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray text = svg.readAll();
    QVERIFY(text.contains("<svg") && text.contains("MiB") && text.contains("load"));
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

void TestMemoryPlot::followsThePalette()
{
    MemoryPlot plot;
    plot.resize(400, 200);
    plot.addSamples(run(100));
    for (const QColor& base : {QColor(Qt::white), QColor(20, 20, 24)}) {
        QPalette palette = plot.palette();
        palette.setColor(QPalette::Base, base);
        palette.setColor(QPalette::Text, base.lightness() > 128 ? Qt::black : Qt::white);
        plot.setPalette(palette);
        plot.drawnCpuPeakBytes();
        QTest::qWait(80);
        QCOMPARE(plot.grab().toImage().pixelColor(1, 1), base);
    }
}

void TestMemoryPlot::keepsReferencesByName()
{
    MemoryPlot plot;
    plot.addReference(QStringLiteral("conventional"), run(50));
    plot.addReference(QStringLiteral("streamed"), run(20));
    plot.addReference(QStringLiteral("conventional"), run(70));
    QCOMPARE(
        plot.referenceNames(), (QStringList {QStringLiteral("conventional"), QStringLiteral("streamed")}));
    plot.clear();
    QCOMPARE(plot.referenceNames().size(), 2);
    plot.removeReference(QStringLiteral("streamed"));
    plot.removeReference(QStringLiteral("no such run"));
    plot.removeReferences();
    QVERIFY(plot.referenceNames().isEmpty());
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
