// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/vector.h"

#include <QTest>

#include <algorithm>

using namespace weightless;
using ops::product::VectorShape;
using ops::product::vectorShapeFor;
using ops::product::VectorSizes;

namespace {

vulkan::DeviceTraits card(uint32_t processors)
{
    vulkan::DeviceTraits traits;
    traits.maxWorkGroupInvocations = 1024;
    traits.processors = processors;
    return traits;
}

VectorSizes halves(uint64_t rows, uint64_t columns, uint64_t depth, bool transposedB, uint64_t batch = 1)
{
    return {.rows = rows,
        .columns = columns,
        .allColumns = columns * batch,
        .depth = depth,
        .packSize = 8,
        .transposedB = transposedB};
}

} // namespace

class TestVector : public QObject {
    Q_OBJECT

private slots:
    // {invocations, depthLanes, tileRows, tileColumns}
    void shapes_data()
    {
        QTest::addColumn<uint32_t>("processors");
        QTest::addColumn<VectorSizes>("sizes");
        QTest::addColumn<VectorShape>("shape");
        const auto add = [](const char* name, uint32_t processors, const VectorSizes& sizes,
                             const VectorShape& shape) {
            QTest::newRow(name) << processors << sizes << shape;
        };
        add("many columns", 28, halves(1, 16384, 4096, true), {128, 32, 1, 4});
        add("fewer columns share the depth more", 28, halves(1, 2048, 4096, true), {128, 64, 1, 4});
        add("few columns, single results", 28, halves(1, 64, 4096, true), {128, 64, 1, 1});
        add("short depth", 28, halves(4, 4096, 128, true, 32), {128, 8, 4, 4});
        add("one column", 28, halves(1, 1, 64, true), {128, 8, 1, 1});
        add("beside: many columns", 28, halves(1, 32768, 4096, false), {128, 16, 1, 8});
        add("beside: some columns", 28, halves(1, 4096, 4096, false), {256, 32, 1, 8});
        add("beside: narrow", 28, halves(1, 16, 4096, false), {256, 128, 1, 8});
        add("beside: a decoder's square, a large card", 132, halves(1, 2048, 2048, false), {256, 128, 1, 8});
        add("beside: twice that depth", 132, halves(1, 4096, 4096, false), {256, 128, 1, 8});
        add("beside: wider, half the lanes across", 132, halves(1, 5632, 2048, false), {256, 64, 1, 8});
        add("beside: enough groups", 132, halves(1, 11008, 4096, false), {256, 32, 1, 8});
        add("beside: no depth to share", 132, halves(1, 2048, 512, false), {256, 32, 1, 8});
        add("a decoder's square, a large card", 132, halves(1, 2048, 2048, true), {128, 64, 1, 2});
        add("few columns, a large card", 132, halves(1, 64, 4096, true), {128, 128, 1, 1});
        add("beside: short depth", 28, halves(8, 4096, 64, false), {128, 8, 8, 8});
        add("more rows", 28, halves(100, 4096, 64, false), {128, 8, 8, 8});
        add("unknown processors", 0, halves(1, 4096, 4096, false), {256, 32, 1, 8});
    }

    void shapes()
    {
        QFETCH(const uint32_t, processors);
        QFETCH(const VectorSizes, sizes);
        const VectorShape shape = vectorShapeFor(card(processors), sizes);
        QTEST(shape, "shape");
        QVERIFY(shape.columns() <= shape.invocations); // an invocation stores one of them
        // The kernel's lanes add up the same number of parts each.
        QVERIFY(shape.depthLanes % std::min(shape.invocations / shape.columns(), 8u) == 0);
    }

    void fewInvocationsAreEnough()
    {
        const vulkan::DeviceTraits least; // 128 of them
        QCOMPARE(vectorShapeFor(least, halves(1, 4096, 4096, false)).invocations, 128u);
    }

    // Without packs every step is a round of its own.
    void roundsAreThoseWithoutPacks()
    {
        const VectorShape shape {128, 8, 1, 4};
        const uint64_t few = ops::fewLoopRounds.count();
        QCOMPARE(ops::product::vectorRounds(shape, 48, 8).count(), few + 8);
        QCOMPARE(ops::product::vectorRounds(shape, 0, 8).count(), few + 2);
        // Here a pack and what is left are more.
        QCOMPARE(ops::product::vectorRounds(shape, 5, 4).count(), few + 4);
    }
};

QTEST_APPLESS_MAIN(TestVector)
#include "tst_vector.moc"
