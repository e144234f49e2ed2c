// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/eventloopwatchdog.h"
#include "widgets/bytesizedelegate.h"
#include "widgets/flowlayout.h"
#include "widgets/formatbytes.h"
#include "widgets/sharebar.h"
#include "widgets/sizetreemap.h"

#include <QCheckBox>
#include <QLabel>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QThread>
#include <QTreeView>

#include <ctime>
#include <limits>

using namespace weightless::widgets;

class TestSizeWidgets : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void formatsBytes_data();
    void formatsBytes();
    void formatsShares();
    void delegateDrawsNumbersOnly();
    void sharesHaveBars();
    void treemapAreasAreBytes();
    void treemapSurvivesOddItems();
    void treemapListensToKeysAndMouse();
    void headingsStayWithWhatTheyAreAbout();
    void watchdogSeesABlockedLoop();
};

void TestSizeWidgets::headingsStayWithWhatTheyAreAbout()
{
    QWidget line;
    auto* layout = new FlowLayout(&line);
    QLabel heading(QStringLiteral("Device:"), &line);
    QCheckBox before(QStringLiteral("streamed"), &line);
    QCheckBox after(QStringLiteral("weights"), &line);
    for (QWidget* widget :
        {static_cast<QWidget*>(&before), static_cast<QWidget*>(&heading), static_cast<QWidget*>(&after)})
        layout->addWidget(widget);
    layout->setGeometry({QPoint(), layout->sizeHint()});
    QCOMPARE(heading.y(), before.y());
    // There is room for the heading alone.
    layout->setGeometry(
        {0, 0, layout->sizeHint().width() - 1, layout->heightForWidth(layout->sizeHint().width() - 1)});
    QVERIFY(heading.y() > before.y());
    QCOMPARE(heading.y(), after.y());
    QCOMPARE(heading.x(), before.x());
    // What it is about stays together where a line holds all of that, and is divided where none does.
    QCheckBox last(QStringLiteral("activations"), &line);
    layout->addWidget(&last);
    const int group = layout->sizeHint().width() - before.sizeHint().width();
    layout->setGeometry({0, 0, group, layout->heightForWidth(group)});
    QVERIFY(heading.y() > before.y());
    QCOMPARE(after.y(), heading.y());
    QCOMPARE(last.y(), heading.y());
    const int narrow = last.x() - 1;
    layout->setGeometry({0, 0, narrow, layout->heightForWidth(narrow)});
    QCOMPARE(after.y(), heading.y());
    QVERIFY(last.y() > heading.y());
}

void TestSizeWidgets::formatsBytes_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* text, qint64 bytes) {
        QTest::newRow(text) << bytes << QString::fromLatin1(text);
    };
    row("0 B", 0);
    row("1 B", 1);
    row("1023 B", 1023);
    row("1 KiB", 1024);
    row("1.5 KiB", 1536);
    row("1 MiB", 1024 * 1024 - 1);
    row("10.5 MiB", 11'010'048);
    row("320 MiB", 335'544'320);
    row("1.6 GiB", 1'717'986'918);
    row("-2 KiB", -2048);
    row("8 EiB", std::numeric_limits<qint64>::max());
}

void TestSizeWidgets::formatsBytes()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(formatBytes(bytes), text);
}

void TestSizeWidgets::formatsShares()
{
    QCOMPARE(formatShare(1, 8), QStringLiteral("12.5 %"));
    QCOMPARE(formatShare(1, 1'000'000), QStringLiteral("<0.1 %"));
    QCOMPARE(formatShare(0, 10), QStringLiteral("0.0 %"));
    QVERIFY(formatShare(1, 0).isEmpty());
    QVERIFY(formatBytesExact(1'610'612'736).contains(QStringLiteral("1.5 GiB")));
}

void TestSizeWidgets::delegateDrawsNumbersOnly()
{
    QStandardItemModel model(2, 1);
    model.setData(model.index(0, 0), qint64 {1'536});
    model.setData(model.index(1, 0), QStringLiteral("text"));
    ByteSizeDelegate delegate;
    delegate.setTotalBytes(3'072);
    QCOMPARE(delegate.displayText(model.index(0, 0).data(), QLocale::c()), QStringLiteral("1.5 KiB"));
    QCOMPARE(delegate.displayText(model.index(1, 0).data(), QLocale::c()), QStringLiteral("text"));
    QTreeView view;
    view.setModel(&model);
    view.setItemDelegate(&delegate);
    view.resize(200, 100);
    view.show();
    const QImage withBar = view.grab().toImage();
    delegate.setTotalBytes(0);
    view.viewport()->update();
    QVERIFY(withBar != view.grab().toImage());
}

// As long as the share, behind the model's own text; a cell without a number is as any other.
void TestSizeWidgets::sharesHaveBars()
{
    const auto pictureOf = [](const QVariant& share) {
        QStandardItemModel model(1, 1);
        model.setData(model.index(0, 0), QStringLiteral("some"));
        model.setData(model.index(0, 0), share, Qt::UserRole);
        QTreeView view;
        view.setModel(&model);
        view.setItemDelegate(new ShareBarDelegate(Qt::UserRole, 100, &view));
        view.resize(200, 100);
        view.show();
        return view.grab().toImage();
    };
    QCOMPARE(pictureOf(std::numeric_limits<double>::quiet_NaN()), pictureOf({}));
    const QImage none = pictureOf(0.0), half = pictureOf(50.0), full = pictureOf(100.0);
    QVERIFY(half != none);
    QVERIFY(full != half);
    QCOMPARE(pictureOf(250.0), full);
}

void TestSizeWidgets::treemapAreasAreBytes()
{
    SizeTreemap map;
    map.resize(400, 300);
    std::vector<SizeItem> items;
    for (int i = 1; i <= 12; ++i)
        items.push_back({QString::number(i), i * 1000, -1, i});
    map.setItems(items);
    const double perByte = 400.0 * 300.0 / 78'000;
    for (int i = 0; i < 12; ++i) {
        const QRectF rect = map.itemRect(i);
        QVERIFY(qAbs(rect.width() * rect.height() - (i + 1) * 1000 * perByte) < 1);
        QCOMPARE(map.indexAt(rect.center()), i);
        for (int other = i + 1; other < 12; ++other) {
            const QRectF shared = rect.intersected(map.itemRect(other));
            QVERIFY(shared.width() * shared.height() < 1e-6);
        }
    }
}

void TestSizeWidgets::treemapSurvivesOddItems()
{
    SizeTreemap map;
    map.resize(300, 200);
    map.setItems({{QStringLiteral("self"), 5, 0, 1}, {QStringLiteral("later"), 7, 2, 2},
        {QStringLiteral("negative"), -9, -1, 3}, {QStringLiteral("zero"), 0, 0, 4}});
    QCOMPARE(map.itemBytes(0), 0);
    QCOMPARE(map.itemBytes(1), 7);
    QCOMPARE(map.itemBytes(2), 0);
    map.grab();
    map.setItems({});
    map.grab();
    QCOMPARE(map.indexAt({10, 10}), -1);
    QCOMPARE(map.itemBytes(99), 0);
}

void TestSizeWidgets::treemapListensToKeysAndMouse()
{
    SizeTreemap map;
    map.resize(300, 200);
    map.setItems({{QStringLiteral("a"), 0, -1, -1}, {QStringLiteral("b"), 300, -1, 2},
        {QStringLiteral("w"), 500, 0, 3}, {QStringLiteral("v"), 400, 0, 4}});
    map.show();
    QSignalSpy selected(&map, &SizeTreemap::selected);
    QSignalSpy activated(&map, &SizeTreemap::activated);
    QTest::mouseClick(&map, Qt::LeftButton, {}, map.itemRect(3).center().toPoint());
    QCOMPARE(map.currentIndex(), 3);
    QCOMPARE(selected.takeFirst().at(1).toInt(), 4);
    QTest::keyClick(&map, Qt::Key_Left);
    QCOMPARE(map.currentIndex(), 2);
    QTest::keyClick(&map, Qt::Key_Up);
    QCOMPARE(map.currentIndex(), 0);
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.currentIndex(), 1);
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(activated.takeFirst().at(1).toInt(), 2);
    QVERIFY(map.selectId(4));
    QCOMPARE(map.itemPath(map.currentIndex()), QStringLiteral("a/v"));
    QVERIFY(map.accessibleDescription().contains(QStringLiteral("a/v")));
    QVERIFY(!map.selectId(77));
}

void TestSizeWidgets::watchdogSeesABlockedLoop()
{
    EventLoopWatchdog watchdog;
    QSignalSpy blocked(&watchdog, &EventLoopWatchdog::blocked);
    watchdog.start();
    QTest::qWait(30);
    QThread::msleep(180);
    QTest::qWait(30);
    watchdog.stop();
    QVERIFY(watchdog.largestGapMs() >= 150);
    QVERIFY(blocked.count() >= 1);
    QVERIFY(watchdog.gapCount() > 1);
    QVERIFY(watchdog.gapPercentileMs(1.0) >= 150);
    QVERIFY(watchdog.gapPercentileMs(0) <= watchdog.gapPercentileMs(1.0));
    QVERIFY(watchdog.hasAnswered() && watchdog.largestWorkMs() < 150); // it slept
    watchdog.reset();
#ifndef _WIN32
    watchdog.start();
    const std::clock_t begin = std::clock();
    while (std::clock() - begin < 3 * CLOCKS_PER_SEC / 2) { }
    watchdog.stop();
    QVERIFY(!watchdog.hasAnswered());
    watchdog.reset();
    QVERIFY(watchdog.hasAnswered());
#endif
    QCOMPARE(watchdog.largestGapMs(), 0.0);
}

QTEST_MAIN(TestSizeWidgets)
#include "tst_sizewidgets.moc"
