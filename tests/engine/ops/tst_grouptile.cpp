// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/gemmgroup.h"
#include "engine/ops/kernels/gemmgroupstaged.h"
#include "engine/ops/product/grouptile.h"
#include "tests/engine/vulkan/errors.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;
using product::GroupTile;
using vulkan::DeviceTraits;
using vulkan::GroupMatrices;

namespace {

constexpr GroupMatrices nvidia {32, 32, 16, 256, false, true};
constexpr GroupMatrices mesa {8, 8, 8, 8, true, false};

DeviceTraits deviceWith(const GroupMatrices& matrices)
{
    DeviceTraits traits;
    traits.name = "card";
    traits.matrixUnits = vulkan::MatrixUnits {16, 16, 16, {32}};
    traits.groupMatrices = matrices;
    traits.maxWorkGroupInvocations = 1024;
    traits.processors = 132;
    traits.hasFloat16 = traits.has16BitStorage = true;
    return traits;
}

GroupTile tileOf(uint64_t rows, uint64_t columns, std::optional<uint32_t> edge = std::nullopt,
    const GroupMatrices& matrices = nvidia)
{
    return product::groupTileFor(deviceWith(matrices), matrices, {rows, columns, 1, 1280}, {}, edge).tile;
}

} // namespace

class TestGroupTile : public QObject {
    Q_OBJECT

private slots:
    void sizesChooseTheTile()
    {
        QCOMPARE(tileOf(4096, 4096), (GroupTile {128, 256, 64}));
        QCOMPARE(tileOf(2048, 2560), (GroupTile {128, 128, 64})); // 160 tiles of 128 x 256, 320 of 128 x 128
        QCOMPARE(tileOf(2048, 1280), (GroupTile {64, 64, 64})); // 160 of 128 x 128, 640 of 64 x 64
        QCOMPARE(tileOf(640, 1024), (GroupTile {64, 64, 64})); // 40 of 128 x 128
        QCOMPARE(tileOf(77, 77), (GroupTile {32, 32, 64}));
        QCOMPARE(tileOf(77, 77, 128), (GroupTile {128, 128, 64}));
    }

    void fewDeepTilesAreSplit()
    {
        const DeviceTraits traits = deviceWith(nvidia);
        const auto choice = product::groupTileFor(traits, nvidia, {1280, 128, 1, 11'520}, {1, 16});
        QVERIFY(choice.splits > 1);
        QCOMPARE(product::groupTileFor(traits, nvidia, {1280, 128, 1, 11'520}).splits, 1u);
    }

    // A subgroup alone holds small tiles.
    void subgroupsHoldSmallTiles() { QCOMPARE(tileOf(4096, 4096, {}, mesa), (GroupTile {32, 32, 32})); }

    void tilesAreMultiplesOfTheDevices()
    {
        constexpr GroupMatrices tall {64, 32, 16, 256, false, true};
        QCOMPARE(tileOf(77, 77, {}, tall), (GroupTile {64, 32, 64}));
        WEIGHTLESS_VERIFY_ERROR(static_cast<void>(tileOf(77, 77, 32, tall)), ErrorKind::Unsupported,
            "no multiple of the 64 x 32");
    }

    // Where neither the driver fetches steps nor a group is a subgroup, there is no kernel.
    void devicesHoldMatrices()
    {
        DeviceTraits traits = deviceWith(nvidia);
        QVERIFY(canHoldMatrices(traits, DataType::Float16));
        QVERIFY(!canHoldMatrices(traits, DataType::BFloat16));
        traits.maxWorkGroupInvocations = 128;
        QVERIFY(!canHoldMatrices(traits, DataType::Float16));
        QVERIFY(canHoldMatrices(deviceWith(mesa), DataType::Float16));
        QVERIFY(!canHoldMatrices(deviceWith({32, 32, 16, 256, false, false}), DataType::Float16));
        traits.groupMatrices.reset();
        QVERIFY(!canHoldMatrices(traits, DataType::Float16));
    }

    void kernelsNeedTheExtension()
    {
        const auto mode = vulkan::KernelMode::Descriptors;
        const vulkan::KernelCode& fetching = kernels::gemmgroup().forTypes({DataType::Float16});
        const vulkan::KernelCode& staged = kernels::gemmgroupstaged().forTypes({DataType::Float16});
        checkKernelSupported(deviceWith(nvidia), fetching, mode);
        checkKernelSupported(deviceWith(mesa), staged, mode);
        WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(deviceWith(mesa), fetching, mode), 0),
            ErrorKind::Unsupported, "tensor addressing");
        DeviceTraits traits = deviceWith(mesa);
        traits.groupMatrices.reset();
        WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(traits, staged, mode), 0), ErrorKind::Unsupported,
            "VK_NV_cooperative_matrix2");
    }
};

QTEST_GUILESS_MAIN(TestGroupTile)
#include "tst_grouptile.moc"
