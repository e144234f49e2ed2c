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
using product::GroupSteps;
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
    traits.maxSharedMemoryBytes = 48 * 1024;
    traits.hasFloat16 = traits.has16BitStorage = true;
    return traits;
}

GroupTile tileOf(uint64_t rows, uint64_t columns, std::optional<uint32_t> edge = std::nullopt,
    const GroupMatrices& matrices = nvidia, GroupSteps steps = GroupSteps::Fetched)
{
    return product::groupTileFor(deviceWith(matrices), matrices, steps, {rows, columns, 1, 1280}, {}, edge)
        .tile;
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
        const auto choice =
            product::groupTileFor(traits, nvidia, GroupSteps::Fetched, {1280, 128, 1, 11'520}, {1, 16});
        QVERIFY(choice.splits > 1);
        QCOMPARE(
            product::groupTileFor(traits, nvidia, GroupSteps::Fetched, {1280, 128, 1, 11'520}).splits, 1u);
    }

    // Steps that invocations bring lie in shared memory, beside what the driver takes of it, and are as deep
    // as leaves room for large tiles.
    void sharedStepsNeedRoom()
    {
        const auto shared = [](uint32_t reservedBytes, std::optional<uint32_t> edge = std::nullopt) {
            GroupMatrices matrices = nvidia;
            matrices.reservedSharedBytes = reservedBytes;
            return tileOf(4096, 4096, edge, matrices, GroupSteps::Shared);
        };
        constexpr uint32_t largest =
            16 * (128 * 5 + 256 * 5); // bytes of B's columns are more than of its rows
        constexpr uint32_t whole = 48 * 1024;
        QCOMPARE(shared(0), (GroupTile {128, 256, 32}));
        QCOMPARE(shared(whole - largest), (GroupTile {128, 256, 32}));
        QCOMPARE(shared(whole - largest + 1), (GroupTile {128, 128, 32}));
        QCOMPARE(shared(whole - 8 * 1024, 32), (GroupTile {32, 32, 32}));
        WEIGHTLESS_VERIFY_ERROR(static_cast<void>(shared(whole - 8 * 1024, 128)), ErrorKind::Unsupported,
            "more shared memory than its 49152 bytes");
        WEIGHTLESS_VERIFY_ERROR(static_cast<void>(shared(whole)), ErrorKind::Unsupported,
            "A tile of 32 x 32 results is no multiple");
    }

    // Each row of a wide tile's step is brought by as many invocations as it has eights.
    void sharedStepsNeedInvocations()
    {
        GroupMatrices narrow = nvidia;
        for (narrow.invocations = 256; narrow.invocations >= 4; narrow.invocations /= 2) {
            const GroupTile tile = tileOf(4096, 4096, {}, narrow, GroupSteps::Shared);
            QCOMPARE(narrow.invocations % (tile.columns / 8), 0u);
        }
    }

    // A subgroup alone holds small tiles.
    void subgroupsHoldSmallTiles()
    {
        QCOMPARE(tileOf(4096, 4096, {}, mesa, GroupSteps::Shared), (GroupTile {32, 32, 32}));
    }

    void tilesAreMultiplesOfTheDevices()
    {
        constexpr GroupMatrices tall {64, 32, 16, 256, false, true};
        QCOMPARE(tileOf(77, 77, {}, tall), (GroupTile {64, 32, 64}));
        WEIGHTLESS_VERIFY_ERROR(static_cast<void>(tileOf(77, 77, 32, tall)), ErrorKind::Unsupported,
            "no multiple of the 64 x 32");
    }

    void devicesHoldMatrices()
    {
        DeviceTraits traits = deviceWith(nvidia);
        QVERIFY(canHoldMatrices(traits, DataType::Float16));
        QVERIFY(!canHoldMatrices(traits, DataType::BFloat16));
        traits.maxWorkGroupInvocations = 128;
        QVERIFY(!canHoldMatrices(traits, DataType::Float16));
        QVERIFY(canHoldMatrices(deviceWith(mesa), DataType::Float16));
        QVERIFY(canHoldMatrices(deviceWith({32, 32, 16, 256, false, false}), DataType::Float16));
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
