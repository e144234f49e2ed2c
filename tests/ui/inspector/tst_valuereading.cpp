// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytesource.h"
#include "engine/base/error.h"
#include "tests/ui/inspector/infile.h"
#include "tests/ui/named.h"
#include "ui/inspector/valueinspector.h"
#include "widgets/heatmapview.h"

#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QToolButton>

#include <algorithm>
#include <atomic>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

namespace {

constexpr int64_t rowBytes = 32 * 1024 * 1024;

// As far away as one likes: a read of much waits until it is let through, or stopped.
// Rows are so long that what samples take of them lies too far apart to be read together.
class SlowSource : public ByteSource {
public:
    [[nodiscard]] std::string name() const override { return "slow"; }
    [[nodiscard]] uint64_t sizeBytes() const override { return 4 * rowBytes; }
    void readAt(uint64_t, std::span<std::byte> destination, const std::stop_token& stop) const override
    {
        std::ranges::fill(destination, std::byte {7});
        ++waiting;
        while (destination.size() > much && !isOpen && !stop.stop_requested())
            QThread::msleep(1);
        --waiting;
        if (stop.stop_requested())
            throw Error(ErrorKind::Cancelled, "Reading was cancelled");
    }
    void checkUnchanged() const override { }

    mutable std::atomic<int> waiting = 0;
    std::atomic<bool> isOpen = false;
    std::atomic<size_t> much = 64 * 1024;
};

std::shared_ptr<const ConstantInfo> constantOf(const std::shared_ptr<SlowSource>& source)
{
    auto constant = std::make_shared<ConstantInfo>();
    constant->descriptor = {DataType::UInt8, {4, rowBytes}};
    constant->sizeBytes = source->sizeBytes();
    constant->source.range = ResourceRange {source, 0, source->sizeBytes()};
    return constant;
}

} // namespace

// Values that take long to read.
class ValueReadingTest : public QObject {
    Q_OBJECT

private slots:
    // What would take long waits to be asked for, can be stopped, and gives way to what is chosen next.
    void largeTensorsAreReadOnDemand()
    {
        ValueInspector inspector;
        inspector.resize(400, 700);
        inspector.show();
        inspector.setTensor(inFile(m_folder.filePath(QStringLiteral("large.bin")), int64_t {1} << 30));
        auto* read = named<QPushButton>(inspector, "Read all values for their statistics");
        QVERIFY(read->isVisible());
        QTest::qWait(50);
        QVERIFY(inspector.statisticsText().isEmpty());
        read->click();
        auto* stop = inspector.findChild<QToolButton*>();
        QVERIFY(stop->isVisible() && !read->isVisible());
        QTest::qWait(30);
        stop->click();
        QVERIFY(read->isVisible() && !stop->isVisible());
        // Of what was not read as a whole a heat map is of every n-th number.
        inspector.findChild<QTabWidget*>()->setCurrentIndex(1);
        const auto* sampling = named<QLabel>(inspector, "How much of the slice the heat map shows");
        QTRY_VERIFY(sampling->text().startsWith(QLatin1String("A sample")));
        read->click();
        inspector.setTensor(
            {nullptr, std::make_shared<const HostTensor>(makeHostTensor({DataType::Int32, {5}}))});
        QTRY_VERIFY(inspector.statisticsText().contains(QLatin1String("Zeros")));
        QVERIFY(!stop->isVisible() && !read->isVisible());
    }

    // A heat map of all that is left is read no further, nor one that is cancelled.
    void aHeatMapOfAllCanBeStopped()
    {
        ValueInspector inspector;
        inspector.resize(400, 700);
        inspector.show();
        auto* tabs = inspector.findChild<QTabWidget*>();
        auto* stop = inspector.findChild<QToolButton*>();
        auto* read = named<QPushButton>(inspector, "Read all values for their statistics");
        const auto* map = inspector.findChild<widgets::HeatMapView*>();
        const auto source = std::make_shared<SlowSource>();
        const auto constant = constantOf(source);
        inspector.setTensor({constant, nullptr});
        tabs->setCurrentIndex(1);
        QTRY_VERIFY(map->grid().rows > 0); // of a sample
        source->isOpen = true;
        read->click();
        QTRY_VERIFY(!inspector.statisticsText().isEmpty() && !stop->isVisible());
        source->isOpen = false;
        tabs->setCurrentIndex(0);
        tabs->setCurrentIndex(1); // it is there: nothing is read
        QVERIFY(!stop->isVisible());
        inspector.setTensor({});
        inspector.setTensor({constant, nullptr});
        tabs->setCurrentIndex(1);
        QTRY_VERIFY(map->grid().rows > 0);
        read->click(); // the statistics, and the heat map
        QVERIFY(stop->isVisible());
        tabs->setCurrentIndex(0);
        QTRY_COMPARE(source->waiting.load(), 1); // the statistics alone
        tabs->setCurrentIndex(1);
        QTRY_COMPARE(source->waiting.load(), 2);
        stop->click();
        QVERIFY(!stop->isVisible() && read->isVisible());
        QTRY_COMPARE(source->waiting.load(), 0);
    }

    // The sample of a tensor far away takes long, too: that it is read is shown, and it can be stopped.
    void aSampleOfFarAwayCanBeStopped()
    {
        ValueInspector inspector;
        inspector.resize(400, 700);
        inspector.show();
        auto* tabs = inspector.findChild<QTabWidget*>();
        auto* stop = inspector.findChild<QToolButton*>();
        auto* read = named<QPushButton>(inspector, "Read all values for their statistics");
        const auto* map = inspector.findChild<widgets::HeatMapView*>();
        const auto source = std::make_shared<SlowSource>();
        const auto constant = constantOf(source);
        inspector.setTensor({constant, nullptr});
        tabs->setCurrentIndex(1);
        QTRY_VERIFY(map->grid().rows > 0);
        read->click();
        stop->click(); // what is shown stays
        QVERIFY(map->grid().rows > 0 && !stop->isVisible());
        QTRY_COMPARE(source->waiting.load(), 0);
        source->much = 0;
        inspector.setTensor({});
        inspector.setTensor({constant, nullptr});
        QTRY_COMPARE(source->waiting.load(), 1); // for the table
        tabs->setCurrentIndex(1);
        QTRY_COMPARE(source->waiting.load(), 2);
        QVERIFY(stop->isVisible());
        stop->click();
        QVERIFY(!stop->isVisible() && read->isVisible());
        QTRY_COMPARE(source->waiting.load(), 1);
        QCOMPARE(map->grid().rows, 0);
        source->isOpen = true;
        tabs->setCurrentIndex(0);
        tabs->setCurrentIndex(1);
        QTRY_VERIFY(map->grid().rows > 0);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(ValueReadingTest)
#include "tst_valuereading.moc"
