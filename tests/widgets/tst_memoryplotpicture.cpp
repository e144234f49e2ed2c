// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/curvelook.h"
#include "widgets/plot/memoryplot.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace weightless::widgets;

namespace {

constexpr qint64 mib = 1 << 20;

bool isNear(QColor a, QColor b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 60;
}

int countOf(const QImage& picture, const QRect& area, const QColor& colour)
{
    int count = 0;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x)
            count += isNear(picture.pixelColor(x, y), colour) ? 1 : 0;
    }
    return count;
}

// As a driver with its own memory would be seen: staging for 8 ms, the weights in two steps.
std::vector<MemorySample> fastLoad(qint64 cpuBytes)
{
    return {{.seconds = 0}, {.seconds = 0.002, .cpuOverheadBytes = cpuBytes, .deviceWeightsBytes = 300 * mib},
        {.seconds = 0.008, .cpuOverheadBytes = 0, .deviceWeightsBytes = 600 * mib}};
}

QImage pictureOf(MemoryPlot& plot)
{
    plot.drawnCpuPeakBytes();
    QTest::qWait(0);
    return plot.grab().toImage().scaled(plot.size());
}

QColor lineColour(int look, const QWidget& widget)
{
    return curvePen(look, isDark(widget.palette())).color();
}

} // namespace

// What can be seen, pixel by pixel.
class TestMemoryPlotPicture : public QObject {
    Q_OBJECT

private slots:
    void whatHoldsFromBeforeIsSeenWhole();
    void everyCurveIsSeenInAFastLoad();
    void nothingIsALineToo();
    void samplesHold();
    void aRunIsNotSeenAmongLoads();
    void labelsDoNotOverlap_data();
    void labelsDoNotOverlap();
    void theChartIsLarge_data();
    void theChartIsLarge();
    void followsThePalette();
    void picturesOfAnySize_data();
    void picturesOfAnySize();
    void theLegendTakesAsManyRowsAsItNeeds();
    void picturesAreVectors();
    void stagingIsNoneOfTheDevices();
    void timeHasTicks();
};

// Two of them, at 0 and 50 s, told little of 83 s.
void TestMemoryPlotPicture::timeHasTicks()
{
    MemoryPlot plot;
    plot.resize(500, 300);
    plot.show();
    const std::vector<MemorySample> samples {
        {.seconds = 0}, {.seconds = 40, .deviceWeightsBytes = mib}, {.seconds = 83}};
    plot.addSamples(samples);
    QTRY_VERIFY2(plot.timeTickCount() >= 4, qPrintable(QString::number(plot.timeTickCount())));
    const int text = plot.fontMetrics().horizontalAdvance(QStringLiteral("00 s"));
    QVERIFY(plot.chartArea().width() / plot.timeTickCount() >= text);
}

void TestMemoryPlotPicture::everyCurveIsSeenInAFastLoad()
{
    MemoryPlot plot;
    plot.resize(900, 420);
    plot.show();
    plot.addRun(QStringLiteral("zero-copy"), {{.seconds = 0}, {.seconds = 0.008}}, 0);
    plot.addRun(QStringLiteral("streamed"), fastLoad(8 * mib), 1);
    plot.addRun(QStringLiteral("conventional"), fastLoad(900 * mib), 2);
    for (const bool isStretched : {false, true}) {
        plot.setStretched(isStretched);
        const QImage picture = pictureOf(plot);
        for (const int look : {0, 1, 2})
            QVERIFY2(countOf(picture, plot.chartArea(), lineColour(look, plot)) > 100,
                qPrintable(QString::number(look)));
    }
    // Beside one that takes three hundred times as long too.
    plot.setStretched(false);
    plot.addRun(QStringLiteral("slow"), {{.seconds = 0}, {.seconds = 2.4}}, 5);
    QVERIFY(countOf(pictureOf(plot), plot.chartArea(), lineColour(2, plot)) > 100);
}

void TestMemoryPlotPicture::nothingIsALineToo()
{
    MemoryPlot plot;
    plot.resize(900, 420);
    plot.show();
    plot.addRun(QStringLiteral("streamed"), {{.seconds = 0, .deviceWeightsBytes = mib}, {.seconds = 1}}, 1);
    const QImage picture = pictureOf(plot);
    const QRect chart = plot.chartArea();
    // Above the chart's edge, and ground below it.
    const QRect low(chart.left(), chart.bottom() - 20, chart.width(), 17);
    QVERIFY(countOf(picture, low, lineColour(1, plot)) > chart.width());
    const QRect edge(chart.left(), chart.bottom() - 1, chart.width(), 2);
    QCOMPARE(countOf(picture, edge, lineColour(1, plot)), 0);
}

// A straight line from one sample to the next would tell of memory that nobody held.
void TestMemoryPlotPicture::samplesHold()
{
    MemoryPlot plot;
    plot.resize(900, 420);
    plot.show();
    plot.addRun(QStringLiteral("a"),
        {{.seconds = 0, .cpuOverheadBytes = 100 * mib}, {.seconds = 1, .cpuOverheadBytes = 0}}, 5);
    const QImage picture = pictureOf(plot);
    const QRect chart = plot.chartArea();
    const QRect middle(chart.center().x() - 20, chart.top() + chart.height() / 4, 40, chart.height() / 2);
    QCOMPARE(countOf(picture, middle, lineColour(5, plot)), 0);
    const QRect top(chart.center().x() - 20, chart.top(), 40, chart.height() / 4);
    QVERIFY(countOf(picture, top, lineColour(5, plot)) >= 40);
}

// Where loads are compared, what ran afterwards is no part of it: neither in the chart's scale nor as a peak.
void TestMemoryPlotPicture::aRunIsNotSeenAmongLoads()
{
    MemoryPlot before;
    MemoryPlot after;
    for (MemoryPlot* plot : {&before, &after}) {
        plot->setExtent(MemoryPlot::Extent::Load);
        plot->resize(640, 400);
        plot->beginRun(QStringLiteral("streamed"));
        plot->addSamples(fastLoad(0));
        plot->endRun(0.008);
        plot->show();
    }
    after.addSamples(std::vector<MemorySample> {
        {.seconds = 0.009, .deviceWeightsBytes = 600 * mib, .deviceActivationsBytes = 2000 * mib},
        {.seconds = 0.02, .deviceWeightsBytes = 600 * mib, .deviceActivationsBytes = 2000 * mib}});
    QCOMPARE(after.labelPlaces(), before.labelPlaces());
    const QImage one = pictureOf(before), other = pictureOf(after);
    int differing = 0;
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x)
            differing += one.pixel(x, y) == other.pixel(x, y) ? 0 : 1;
    }
    QVERIFY2(
        differing <= one.height() / 100, qPrintable(QString::number(differing))); // where the line goes on
}

void TestMemoryPlotPicture::labelsDoNotOverlap_data()
{
    QTest::addColumn<int>("count");
    for (int count = 1; count <= MemoryPlot::maxRuns; ++count)
        QTest::addRow("%d", count) << count;
}

void TestMemoryPlotPicture::labelsDoNotOverlap()
{
    QFETCH(int, count);
    for (const QSize& size : {QSize(1000, 500), QSize(640, 0), QSize(330, 0)}) {
        MemoryPlot plot;
        for (int i = 0; i < count; ++i)
            plot.addRun(QStringLiteral("conventional"), fastLoad(i % 2 == 0 ? 0 : 900 * mib), i);
        plot.resize(size.expandedTo({0, plot.heightForWidth(size.width())}));
        plot.show();
        pictureOf(plot);
        const std::vector<QRectF> places = plot.labelPlaces();
        QCOMPARE(places.size(), static_cast<size_t>(count + 1)); // and the device's
        for (size_t a = 0; a < places.size(); ++a) {
            QVERIFY(QRectF(plot.rect()).contains(places[a]));
            QVERIFY(!places[a].intersects(QRectF(plot.chartArea())));
            for (size_t b = a + 1; b < places.size(); ++b)
                QVERIFY(!places[a].adjusted(0, 0.01, 0, -0.01).intersects(places[b]));
        }
    }
}

void TestMemoryPlotPicture::theChartIsLarge_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {260, 480, 900, 1600})
        QTest::addRow("%d", width) << width;
}

// Whatever is written around it.
void TestMemoryPlotPicture::theChartIsLarge()
{
    QFETCH(int, width);
    MemoryPlot plot;
    for (int i = 0; i < MemoryPlot::maxRuns; ++i)
        plot.addRun(QStringLiteral("conventional"), fastLoad(900 * mib), i);
    plot.addPhase(0, QStringLiteral("parsing"));
    plot.resize(width, plot.heightForWidth(width));
    plot.show();
    pictureOf(plot);
    QVERIFY2(plot.chartArea().height() >= MemoryPlot::leastChartHeight,
        qPrintable(QString::number(plot.chartArea().height())));
    QVERIFY(plot.chartArea().width() * 5 >= width * 2);
}

void TestMemoryPlotPicture::followsThePalette()
{
    MemoryPlot plot;
    plot.resize(500, 400);
    plot.addRun(QStringLiteral("a"), fastLoad(900 * mib), 2);
    for (const QColor& base : {QColor(Qt::white), QColor(20, 20, 24)}) {
        QPalette palette = plot.palette();
        palette.setColor(QPalette::Base, base);
        palette.setColor(QPalette::Text, base.lightness() > 128 ? Qt::black : Qt::white);
        plot.setPalette(palette);
        const QImage picture = pictureOf(plot);
        QCOMPARE(picture.pixelColor(plot.chartArea().bottomRight() + QPoint(3, 20)), base);
        QVERIFY(countOf(picture, plot.chartArea(), lineColour(2, plot)) > 100);
    }
}

void TestMemoryPlotPicture::picturesOfAnySize_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("small") << QSize(480, 300);
    QTest::newRow("slide") << QSize(1920, 1080);
    QTest::newRow("large") << QSize(3840, 2160);
    QTest::newRow("tall") << QSize(800, 2000);
}

// The chart takes most of it, with eight loads too, and its texts grow with it.
void TestMemoryPlotPicture::picturesOfAnySize()
{
    QFETCH(QSize, size);
    QTemporaryDir folder;
    MemoryPlot plot;
    plot.resize(400, 400);
    for (int i = 0; i < MemoryPlot::maxRuns; ++i)
        plot.addRun(QStringLiteral("conventional"),
            {{.seconds = 0, .cpuOverheadBytes = 1000 * mib},
                {.seconds = 1, .cpuOverheadBytes = i * 100 * mib}},
            i);
    const QString path = folder.filePath(QStringLiteral("run.png"));
    QString error;
    QVERIFY2(plot.savePng(path, &error, size), qPrintable(error));
    const QImage picture(path);
    QCOMPARE(picture.size(), size);
    // The curve that is nearly at the top and the one that lies at nothing are far apart.
    const QColor top = lineColour(MemoryPlot::maxRuns - 1, plot);
    int first = -1;
    int last = -1;
    const double scale = std::max({1.0, std::min(size.width() / 1000.0, size.height() / 562.0)});
    for (int y = static_cast<int>(40 * scale); y < size.height(); ++y) { // below the legend
        const QRect row(size.width() / 4, y, size.width() / 4, 1);
        if (countOf(picture, row, top) > 0) {
            first = first < 0 ? y : first;
            last = y;
        }
    }
    QVERIFY2(first > 0 && first < size.height() * 0.35, qPrintable(QString::number(first)));
    QVERIFY(last >= first);
    // As it was.
    QCOMPARE(plot.timeRange().second, 1.0);
}

// Nothing of it is drawn past the picture's edge, or left out.
void TestMemoryPlotPicture::theLegendTakesAsManyRowsAsItNeeds()
{
    const QTemporaryDir folder;
    MemoryPlot plot;
    for (int i = 0; i < MemoryPlot::maxRuns; ++i)
        plot.addRun(QStringLiteral("conventional, its name is longer"), fastLoad(900 * mib), i);
    const QString path = folder.filePath(QStringLiteral("run.png"));
    const QSize size(480, 500);
    QVERIFY(plot.savePng(path, nullptr, size));
    const QImage picture(path);
    // At the left, where no curve is.
    int rows = 0;
    for (int look = 0; look < MemoryPlot::maxRuns; ++look)
        rows += countOf(picture, QRect(12, 12, 30, size.height() / 2), lineColour(look, plot)) > 0 ? 1 : 0;
    QVERIFY2(rows >= 4, qPrintable(QString::number(rows)));
    const QRect edge(size.width() - 11, 0, 11, 30);
    QCOMPARE(countOf(picture, edge, plot.palette().color(QPalette::Base)), edge.width() * edge.height());
}

void TestMemoryPlotPicture::picturesAreVectors()
{
    QTemporaryDir folder;
    MemoryPlot plot;
    plot.resize(400, 400);
    plot.addRun(QStringLiteral("streamed"), fastLoad(8 * mib), 1);
    plot.addPhase(0, QStringLiteral("setting"));
    const QString path = folder.filePath(QStringLiteral("run.svg"));
    QVERIFY(plot.saveSvg(path, nullptr, {1200, 700}));
    QFile svg(path);
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray text = svg.readAll();
    QVERIFY(text.contains("<svg") && text.contains("viewBox"));
    for (const char* word : {"MiB", "setting", "streamed", "weights"})
        QVERIFY2(text.contains(word), word);
    QVERIFY(!text.contains("<image")); // readable at any size
}

// What transfers pass through is the CPU's.
void TestMemoryPlotPicture::stagingIsNoneOfTheDevices()
{
    const QTemporaryDir folder;
    MemoryPlot plot;
    plot.resize(900, 400);
    plot.addSample({.seconds = 0,
        .cpuOverheadBytes = 41 * mib,
        .deviceWeightsBytes = 300 * mib,
        .stagingBytes = 41 * mib});
    plot.addSample({.seconds = 1, .deviceWeightsBytes = 320 * mib});
    const auto says = [&](const char* word) {
        QFile svg(folder.filePath(QStringLiteral("run.svg")));
        return plot.saveSvg(svg.fileName()) && svg.open(QIODevice::ReadOnly) && svg.readAll().contains(word);
    };
    QVERIFY(says(">41 MiB"));
    QVERIFY(says("320 MiB"));
    QVERIFY(!says("341 MiB"));
}

// A value holds until the next one: of a part of the time, also the one from before it.
void TestMemoryPlotPicture::whatHoldsFromBeforeIsSeenWhole()
{
    MemoryPlot plot;
    plot.resize(700, 400);
    plot.show();
    const std::vector<MemorySample> samples {{.seconds = 0}, {.seconds = 1, .cpuOverheadBytes = 400 * mib},
        {.seconds = 2, .cpuOverheadBytes = 100 * mib}, {.seconds = 4, .cpuOverheadBytes = 100 * mib}};
    plot.addSamples(samples);
    plot.setTimeRange(1.5, 3);
    const QImage picture = pictureOf(plot);
    QRect held = plot.chartArea().adjusted(4, 4, 0, -4);
    held.setWidth(held.width() / 4);
    QVERIFY2(countOf(picture, held, lineColour(0, plot)) > held.width() / 2,
        qPrintable(QString::number(countOf(picture, held, lineColour(0, plot)))));
}

QTEST_MAIN(TestMemoryPlotPicture)
#include "tst_memoryplotpicture.moc"
