// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/stridedloop.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;

namespace {

std::vector<std::vector<int64_t>> offsetsOf(const StridedLoop& loop)
{
    std::vector<std::vector<int64_t>> offsets;
    forEachOffset(loop, [&](const std::vector<int64_t>& at) { offsets.push_back(at); });
    return offsets;
}

} // namespace

class TestStridedLoop : public QObject {
    Q_OBJECT

private slots:
    void packedDimensionsBecomeOne()
    {
        const StridedLoop loop = collapsed({{2, 3, 1, 5}, {{15, 5, 5, 1}}});
        QCOMPARE(loop.dims, (std::vector<int64_t> {30}));
        QCOMPARE(loop.strides[0], (std::vector<int64_t> {1}));
    }

    void perChannelBroadcastKeepsThreeDimensions()
    {
        const std::vector<Shape> operands {{2, 3, 4, 5}, {3, 1, 1}};
        const StridedLoop loop = collapsed(broadcastLoop({2, 3, 4, 5}, operands));
        QCOMPARE(loop.dims, (std::vector<int64_t> {2, 3, 20}));
        QCOMPARE(loop.strides[2], (std::vector<int64_t> {0, 1, 0}));
    }

    void scalarKeepsOneDimension()
    {
        QCOMPARE(collapsed({{}, {{}}}).dims, (std::vector<int64_t> {1}));
        QCOMPARE(collapsed({{1, 1}, {{1, 1}}}).dims, (std::vector<int64_t> {1}));
    }

    void collapsingChangesNoOffset_data()
    {
        QTest::addColumn<std::vector<int64_t>>("dims");
        QTest::addColumn<std::vector<int64_t>>("strides");
        QTest::newRow("transposed") << std::vector<int64_t> {5, 2, 3} << std::vector<int64_t> {1, 15, 5};
        QTest::newRow("reversed") << std::vector<int64_t> {4, 3} << std::vector<int64_t> {-3, -1};
        QTest::newRow("repeated") << std::vector<int64_t> {2, 3, 4} << std::vector<int64_t> {0, 4, 1};
        QTest::newRow("empty") << std::vector<int64_t> {2, 0, 4} << std::vector<int64_t> {0, 4, 1};
        QTest::newRow("stepped") << std::vector<int64_t> {2, 1, 7} << std::vector<int64_t> {14, 99, 2};
    }
    void collapsingChangesNoOffset()
    {
        QFETCH(const std::vector<int64_t>, dims);
        QFETCH(const std::vector<int64_t>, strides);
        const StridedLoop loop {dims, {contiguousStrides(dims), strides}};
        QCOMPARE(offsetsOf(collapsed(loop)), offsetsOf(loop));
    }

    void invocationsCoverEveryElement_data()
    {
        QTest::addColumn<std::vector<int64_t>>("dims");
        QTest::newRow("flat") << std::vector<int64_t> {1001};
        QTest::newRow("long rows") << std::vector<int64_t> {3, 77};
        QTest::newRow("odd rows") << std::vector<int64_t> {3, 7};
        QTest::newRow("even rows") << std::vector<int64_t> {5, 12};
        QTest::newRow("none") << std::vector<int64_t> {5, 0};
    }
    void invocationsCoverEveryElement()
    {
        QFETCH(const std::vector<int64_t>, dims);
        const StridedLoop loop {dims, {}};
        for (const vulkan::DeviceType type : {vulkan::DeviceType::Software, vulkan::DeviceType::Discrete}) {
            vulkan::DeviceTraits traits;
            traits.type = type;
            const uint32_t items = itemsPerInvocation(traits, loop);
            const uint64_t invocations = invocationCount(loop, items);
            QVERIFY(invocations * items >= static_cast<uint64_t>(loop.elements()));
            QVERIFY(invocations <= static_cast<uint64_t>(loop.elements()));
        }
    }

    // 16 bytes of the widest type, halves of it where rows ask for it, single elements where nothing fits.
    void wideRuns_data()
    {
        QTest::addColumn<std::vector<int64_t>>("dims");
        QTest::addColumn<std::vector<int64_t>>("strides");
        QTest::addColumn<DataType>("type");
        QTest::addColumn<uint32_t>("items"); // 1 is not wide
        const auto add = [](const char* name, std::vector<int64_t> dims, std::vector<int64_t> strides,
                             DataType type, uint32_t items) {
            QTest::newRow(name) << std::move(dims) << std::move(strides) << type << items;
        };
        add("flat bytes", {1001}, {1}, DataType::UInt8, 16);
        add("flat halves", {1001}, {1}, DataType::Float16, 8);
        add("flat floats", {1001}, {1}, DataType::Float32, 4);
        add("flat doubles", {1001}, {1}, DataType::Float64, 4);
        add("one element", {1001}, {0}, DataType::Float16, 8);
        add("every second", {1001}, {2}, DataType::Float16, 1);
        add("backwards", {1000}, {-1}, DataType::Float16, 1);
        add("rows", {3, 48}, {0, 1}, DataType::Float16, 8);
        add("half rows", {3, 12}, {0, 1}, DataType::Float16, 4);
        add("odd rows", {3, 77}, {0, 1}, DataType::Float16, 1);
        add("rows apart", {3, 48}, {77, 1}, DataType::Float16, 1);
        add("columns", {3, 48}, {1, 0}, DataType::Float16, 8);
    }
    void wideRuns()
    {
        QFETCH(const std::vector<int64_t>, dims);
        QFETCH(const std::vector<int64_t>, strides);
        QFETCH(const DataType, type);
        QFETCH(const uint32_t, items);
        const StridedLoop loop {dims, {contiguousStrides(dims), strides}};
        DevicePolicy policy;
        QVERIFY(launchOf(policy, loop, {type}, true).quads == QuadAccess::None);
        policy.prefersKnownQuads = true;
        QVERIFY(launchOf(policy, loop, {type}, false).quads == QuadAccess::None);
        const auto check = [&](bool atQuads, QuadAccess access) {
            const LoopLaunch launch = launchOf(policy, loop, {DataType::Bool, type}, atQuads);
            QCOMPARE(launch.items, items);
            QVERIFY(launch.quads == (items > 1 ? access : QuadAccess::None));
            QVERIFY(launch.invocations * items >= static_cast<uint64_t>(loop.elements()));
        };
        check(true, QuadAccess::Known);
        policy.prefersQuads = true;
        check(true, QuadAccess::Checked);
        check(false, QuadAccess::Checked);
    }

    void copiesAreWideWhereBothSidesAre()
    {
        DevicePolicy policy;
        policy.prefersQuads = true;
        const StridedLoop rows {{3, 16}, {{32, 1}, {16, 1}}};
        const auto isInQuads = [&](const StridedLoop& loop, int64_t source, int64_t target) {
            return copyLaunchOf(policy, loop, DataType::Float16, source, target, false).quads
                != QuadAccess::None;
        };
        QCOMPARE(copyLaunchOf(policy, rows, DataType::Float16, 8, 0, false).items, 8u);
        QVERIFY(!isInQuads(rows, 1, 0));
        QVERIFY(!isInQuads(rows, 8, 4));
        QCOMPARE(copyLaunchOf(policy, rows, DataType::Int64, 8, 4, false).items, 2u);
        const StridedLoop repeated {{3, 16}, {{1, 0}, {16, 1}}};
        QVERIFY(!isInQuads(repeated, 0, 0));
    }
};

QTEST_GUILESS_MAIN(TestStridedLoop)
#include "tst_stridedloop.moc"
