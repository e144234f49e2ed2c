// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/packedshape.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;

namespace {

vulkan::DeviceTraits device(vulkan::DeviceType type, uint32_t processors)
{
    vulkan::DeviceTraits traits;
    traits.type = type;
    traits.maxWorkGroupInvocations = 1024;
    traits.maxSharedMemoryBytes = 49152;
    traits.processors = processors;
    return traits;
}

// Of four bits, read in four words at once.
PackedSizes fourBits(uint64_t rows, uint64_t columns, uint64_t depth)
{
    return {.rows = rows, .columns = columns, .steps = depth / 32, .wordsAtOnce = 4};
}

PackedShape shapeFor(const vulkan::DeviceTraits& traits, const PackedSizes& sizes)
{
    return packedShapeFor(traits, devicePolicy(traits), sizes);
}

} // namespace

class TestPackedShape : public QObject {
    Q_OBJECT

private slots:
    void cards_data()
    {
        QTest::addColumn<uint32_t>("processors");
        QTest::addColumn<PackedSizes>("sizes");
        QTest::addColumn<uint32_t>("tileRows");
        QTest::addColumn<uint32_t>("tileColumns");
        QTest::addColumn<uint32_t>("teamSize");
        const auto add = [](const char* name, uint32_t processors, const PackedSizes& sizes,
                             uint32_t tileRows, uint32_t tileColumns, uint32_t teamSize) {
            QTest::newRow(name) << processors << sizes << tileRows << tileColumns << teamSize;
        };
        add("square", 132, fourBits(1, 2048, 2048), 1, 2, 64); // a step for each
        add("keys of a few heads", 132, fourBits(1, 256, 2048), 1, 2, 64);
        add("wide", 132, fourBits(1, 11008, 4096), 1, 4, 64);
        add("deep", 132, fourBits(1, 4096, 11008), 1, 4, 256); // 344 steps
        add("vocabulary", 132, fourBits(1, 128256, 2048), 1, 4, 8);
        add("rows", 132, fourBits(6, 2048, 2048), 4, 2, 64);
        add("square, a smaller card", 28, fourBits(1, 2048, 2048), 1, 4, 64);
        add("wide, a smaller card", 28, fourBits(1, 11008, 4096), 1, 4, 16);
        add("unknown processors", 0, fourBits(1, 2048, 2048), 1, 4, 32);
        add("short", 132, fourBits(1, 2048, 32), 1, 2, 1);
    }
    void cards()
    {
        QFETCH(const uint32_t, processors);
        QFETCH(const PackedSizes, sizes);
        const PackedShape shape = shapeFor(device(vulkan::DeviceType::Discrete, processors), sizes);
        QTEST(shape.tileRows, "tileRows");
        QTEST(shape.tileColumns, "tileColumns");
        QTEST(shape.teams.teamSize, "teamSize");
        const uint64_t across = (sizes.columns + shape.tileColumns - 1) / shape.tileColumns;
        QCOMPARE(shape.tiles, across * ((sizes.rows + shape.tileRows - 1) / shape.tileRows));
    }

    // Single words, on whatever device, and software devices keep four columns and what rows have there.
    void singleWords()
    {
        const PackedSizes sizes {.rows = 1, .columns = 2048, .steps = 256, .wordsAtOnce = 1};
        const PackedShape onCard = shapeFor(device(vulkan::DeviceType::Discrete, 132), sizes);
        QCOMPARE(onCard.tileColumns, 4u);
        QCOMPARE(onCard.teams.teamSize, 32u); // 16,384 invocations
        const PackedShape inSoftware = shapeFor(device(vulkan::DeviceType::Software, 0), sizes);
        QCOMPARE(inSoftware.tileColumns, 4u);
        QCOMPARE(inSoftware.teams.teamSize, 1u);
    }
};

QTEST_APPLESS_MAIN(TestPackedShape)
#include "tst_packedshape.moc"
