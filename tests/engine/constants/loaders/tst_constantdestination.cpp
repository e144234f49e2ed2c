// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/constantdestination.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <vector>

using namespace weightless;

namespace {

// In memory; a handover fails where it is told to.
class MemoryDestination final : public ConstantDestination {
public:
    explicit MemoryDestination(uint64_t sizeBytes)
        : ConstantDestination(sizeBytes, sizeBytes)
        , m_bytes(sizeBytes)
    {
    }

    bool fails = false;

private:
    class Failing final : public DestinationSlice::Handover {
    public:
        void commit() override { throw Error(ErrorKind::DeviceLost, "The device was lost"); }
    };

    DestinationSlice take(uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token&) override
    {
        return {*this, std::span(m_bytes).subspan(offsetBytes, lengthBytes),
            fails ? std::make_unique<Failing>() : nullptr};
    }

    std::vector<std::byte> m_bytes;
};

void write(ConstantDestination& destination, uint64_t offsetBytes, uint64_t lengthBytes)
{
    destination.slice(offsetBytes, lengthBytes).commit();
}

} // namespace

class TestConstantDestination : public QObject {
    Q_OBJECT

private slots:
    // In any order; sixteen bytes are complete when all sixteen are written, and not when sixteen were.
    void everyByteCountsOnce()
    {
        MemoryDestination destination(16);
        write(destination, 4, 4);
        EXPECT_ERROR(write(destination, 4, 4), ErrorKind::InvalidArgument, "4 bytes at 4");
        EXPECT_ERROR(write(destination, 7, 2), ErrorKind::InvalidArgument, "written already");
        EXPECT_ERROR(write(destination, 0, 16), ErrorKind::InvalidArgument, "written already");
        EXPECT_ERROR(write(destination, 3, 2), ErrorKind::InvalidArgument, "written already");
        QCOMPARE(destination.committedBytes(), uint64_t {4});
        write(destination, 12, 4);
        write(destination, 0, 4);
        EXPECT_ERROR(write(destination, 2, 4), ErrorKind::InvalidArgument, "written already");
        EXPECT_ERROR(write(destination, 8, 5), ErrorKind::InvalidArgument, "written already");
        QVERIFY(!destination.isComplete());
        write(destination, 16, 0);
        write(destination, 8, 4);
        QVERIFY(destination.isComplete());
        EXPECT_ERROR(write(destination, 0, 1), ErrorKind::InvalidArgument, "written already");
    }

    void anotherAttemptBeginsAnew()
    {
        MemoryDestination destination(8);
        write(destination, 0, 8);
        destination.restart();
        QCOMPARE(destination.committedBytes(), uint64_t {0});
        write(destination, 0, 8);
        QVERIFY(destination.isComplete());
    }

    void whatWasMovedIsNoSlice()
    {
        MemoryDestination destination(16);
        DestinationSlice first = destination.slice(0, 8);
        DestinationSlice second = std::move(first);
        QVERIFY(!first);
        QVERIFY(first.bytes().empty());
        EXPECT_ERROR(first.commit(), ErrorKind::InvalidState, "once");
        QCOMPARE(second.bytes().size(), size_t {8});
        first = std::move(second);
        QVERIFY(!second);
        EXPECT_ERROR(second.commit(), ErrorKind::InvalidState, "once");
        QCOMPARE(destination.committedBytes(), uint64_t {0});
        first.commit();
        QCOMPARE(destination.committedBytes(), uint64_t {8});
    }

    // Its bytes are not on the device, whoever commits the slice once more.
    void aHandoverThatFailsCountsNothing()
    {
        MemoryDestination destination(8);
        destination.fails = true;
        DestinationSlice slice = destination.slice(0, 8);
        EXPECT_ERROR(slice.commit(), ErrorKind::DeviceLost, "lost");
        EXPECT_ERROR(slice.commit(), ErrorKind::InvalidState, "once");
        QCOMPARE(destination.committedBytes(), uint64_t {0});
        destination.fails = false;
        write(destination, 0, 8); // may be asked for again
        QVERIFY(destination.isComplete());
    }
};

QTEST_GUILESS_MAIN(TestConstantDestination)
#include "tst_constantdestination.moc"
