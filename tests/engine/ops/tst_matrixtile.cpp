// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/gemmmatrix.h"
#include "engine/ops/product/matrixtile.h"
#include "tests/engine/vulkan/errors.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;
using product::MatrixTile;
using vulkan::DeviceTraits;

namespace {

MatrixTile tileFor(const DeviceTraits& device, const product::ProductSizes& sizes,
    std::optional<uint32_t> edge = std::nullopt)
{
    return product::matrixTileFor(device, device.matrixUnits.value(), sizes, {}, edge).tile;
}

DeviceTraits card(uint32_t subgroupSize, uint32_t sharedBytes, uint32_t processors)
{
    DeviceTraits traits;
    traits.name = "card";
    traits.matrixUnits = vulkan::MatrixUnits {16, 16, 16, {subgroupSize}};
    traits.maxSharedMemoryBytes = sharedBytes;
    traits.maxWorkGroupInvocations = 1024;
    traits.processors = processors;
    traits.hasFloat16 = traits.hasInt16 = traits.has16BitStorage = true;
    return traits;
}

} // namespace

class TestMatrixTile : public QObject {
    Q_OBJECT

private slots:
    void sizesChooseTheEdge()
    {
        const DeviceTraits h100 = card(32, 49152, 132);
        const auto edgeOf = [&](uint64_t rows, uint64_t columns, uint64_t batch = 1) {
            return tileFor(h100, {rows, columns, batch, 1280}).edge;
        };
        QCOMPARE(edgeOf(4096, 4096), 128u);
        QCOMPARE(edgeOf(1, 4096), 32u);
        QCOMPARE(edgeOf(33, 1 << 20), 64u);
        QCOMPARE(edgeOf(320, 4096, 2), 64u); // of 192 tiles of 128, most processors have one, and some two
        QCOMPARE(edgeOf(1280, 128), 32u); // 10 tiles of 128 and 40 of 64 leave processors idle
        QCOMPARE(edgeOf(1280, 128, 28), 128u); // 280 tiles of 128
        QCOMPARE(edgeOf(1280, 512), 32u); // 160 tiles of 64: one for most processors, which then wait
    }

    void unknownProcessorsAreSome()
    {
        QCOMPARE(tileFor(card(32, 49152, 0), {1024, 1024, 1, 1024}).edge, 128u);
        QCOMPARE(tileFor(card(32, 49152, 0), {128, 128, 1, 1024}).edge, 32u);
    }

    void subgroupsShareTheTile()
    {
        const product::ProductSizes large {4096, 4096, 1, 4096};
        QCOMPARE(tileFor(card(32, 49152, 132), large), (MatrixTile {128, 2, 2}));
        QCOMPARE(tileFor(card(64, 65536, 60), large), (MatrixTile {128, 2, 2}));
        QCOMPARE(tileFor(card(16, 65536, 20), large), (MatrixTile {128, 2, 4}));
        QCOMPARE(tileFor(card(8, 65536, 32), large), (MatrixTile {64, 4, 4}));
        // A row of units of each of sixteen subgroups is 36 KiB.
        QCOMPARE(tileFor(card(8, 32768, 0), large, 128), (MatrixTile {128, 2, 4}));
    }

    // Arc's: more subgroups share a tile, so that each invocation's part stays in its registers.
    void fewRegistersAreSharedByMoreSubgroups()
    {
        const product::ProductSizes large {4096, 4096, 1, 4096};
        const auto arc = [](uint32_t subgroupSize, uint32_t columns) {
            DeviceTraits traits = card(subgroupSize, 49152, 0);
            traits.matrixUnits = {8, columns, 16, {.size = subgroupSize, .registers = 128}};
            return traits;
        };
        QCOMPARE(tileFor(arc(16, 16), large), (MatrixTile {128, 4, 8}));
        QCOMPARE(tileFor(arc(16, 16), large, 64), (MatrixTile {64, 4, 4}));
        QCOMPARE(tileFor(arc(16, 16), large, 32), (MatrixTile {32, 2, 2}));
        QCOMPARE(tileFor(arc(8, 8), large), (MatrixTile {64, 4, 8}));
        // However few there are, a subgroup has a unit.
        QCOMPARE(tileFor(arc(8, 8), large, 32), (MatrixTile {32, 2, 4}));
        DeviceTraits fewer = arc(32, 16);
        fewer.matrixUnits->subgroups.registers = 64;
        QCOMPARE(tileFor(fewer, large, 32), (MatrixTile {32, 2, 2}));
        QCOMPARE(tileFor(fewer, large, 64), (MatrixTile {64, 4, 4}));
        DeviceTraits small = arc(16, 16);
        small.maxWorkGroupInvocations = 256;
        QCOMPARE(tileFor(small, large, 128), (MatrixTile {128, 4, 4}));
    }

    void littleMemoryTakesSmallerTiles()
    {
        QCOMPARE(tileFor(card(32, 16384, 132), {4096, 4096, 1, 4096}).edge, 32u);
        QCOMPARE(tileFor(card(32, 20479, 132), {4096, 4096, 1, 4096}).edge, 64u);
        WEIGHTLESS_VERIFY_ERROR(static_cast<void>(tileFor(card(32, 20479, 132), {4096, 4096, 1, 4096}, 128)),
            ErrorKind::Unsupported, "A tile of 128 x 128 results");
    }

    void fewInvocationsHaveNoSuchKernel()
    {
        DeviceTraits traits = card(64, 65536, 60);
        QVERIFY(canMultiplyMatrices(traits, DataType::Float16));
        QVERIFY(!canMultiplyMatrices(traits, DataType::Float32));
        QVERIFY(!canMultiplyMatrices(traits, DataType::BFloat16));
        traits.maxWorkGroupInvocations = 128;
        QVERIFY(!canMultiplyMatrices(traits, DataType::Float16));
        traits.matrixUnits.reset();
        QVERIFY(!canMultiplyMatrices(traits, DataType::Float16));
    }

    // The units of bfloat16 are others than those of float16, and few devices have both.
    void bfloat16HasUnitsOfItsOwn()
    {
        DeviceTraits traits = card(32, 49152, 132);
        const auto& code = kernels::gemmmatrix().forTypes({DataType::BFloat16});
        WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(traits, code, vulkan::KernelMode::Descriptors), 0),
            ErrorKind::Unsupported, "VK_KHR_shader_bfloat16");
        traits.bfloat16Units = vulkan::MatrixUnits {16, 8, 16, {32}};
        checkKernelSupported(traits, code, vulkan::KernelMode::Descriptors);
        QVERIFY(canMultiplyMatrices(traits, DataType::BFloat16));
        QCOMPARE(matrixUnitsOf(traits, DataType::BFloat16)->columns, 8u);
        QCOMPARE(matrixUnitsOf(traits, DataType::Float16)->columns, 16u);
        QVERIFY(!matrixUnitsOf(traits, DataType::Float32));
        traits.hasInt16 = false;
        QVERIFY(!canMultiplyMatrices(traits, DataType::BFloat16));
    }

    // Whoever plans for a device without matrix units cannot end up with the kernel.
    void kernelNeedsMatrixUnits()
    {
        DeviceTraits traits = card(32, 49152, 132);
        const vulkan::KernelCode& code = kernels::gemmmatrix().forTypes({DataType::Float16});
        checkKernelSupported(traits, code, vulkan::KernelMode::Descriptors);
        traits.hasBufferDeviceAddress = true;
        checkKernelSupported(traits, code, vulkan::KernelMode::Addresses);
        traits.matrixUnits.reset();
        WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(traits, code, vulkan::KernelMode::Descriptors), 0),
            ErrorKind::Unsupported, "VK_KHR_cooperative_matrix");
        WEIGHTLESS_VERIFY_ERROR((checkKernelSupported(traits, code, vulkan::KernelMode::Addresses), 0),
            ErrorKind::Unsupported, "VK_KHR_cooperative_matrix");
    }
};

QTEST_GUILESS_MAIN(TestMatrixTile)
#include "tst_matrixtile.moc"
