// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/texelsizes.h"
#include "engine/vulkan/launchcompiler.h"
#include "engine/vulkan/weightarena.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <array>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::texelKernel;

// Kernels that read tensors in texels. What Mesa compiles is kept in a folder that is empty at first.
class TestTexels : public QObject {
    Q_OBJECT

private slots:
    void readsFromAnyElementOn_data()
    {
        QTest::addColumn<uint64_t>("offset"); // words
        QTest::addColumn<uint64_t>("words");
        for (const uint64_t offset : {0, 1, 3, 16, 17, 100}) {
            for (const uint64_t words : {1, 3, 4, 63, 64, 900}) {
                QTest::addRow("%d from %d on", static_cast<int>(words), static_cast<int>(offset))
                    << offset << words;
            }
        }
    }

    void readsFromAnyElementOn()
    {
        QFETCH(uint64_t, offset);
        QFETCH(uint64_t, words);
        std::unique_ptr<testing::TestDevice> gpu;
        WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
        {
            const BufferRange memory = testing::activations(gpu->device, 1000);
            testing::upload(gpu->device, memory, testing::counting(1000, 5));
            const std::vector<uint32_t> read =
                readBy(*gpu, memory.part(offset * 4, words * 4), static_cast<uint32_t>(words));
            QCOMPARE(read, testing::counting(words, static_cast<uint32_t>(offset) + 5 + 2));
        }
        QCOMPARE(gpu->validationMessages(), uint64_t {0});
        WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
    }

    // Wherever the tensor lies: also where its buffer ends.
    void zerosPastTheEnd()
    {
        std::unique_ptr<testing::TestDevice> gpu;
        WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
        {
            constexpr uint32_t far = 100'000; // words; nothing is bound there
            const BufferRange memory = testing::activations(gpu->device, 8);
            testing::upload(gpu->device, memory, testing::counting(8, 5));
            QCOMPARE(readBy(*gpu, memory, 1, far), std::vector<uint32_t> {2});
            QCOMPARE(readBy(*gpu, memory.part(0, 0), 1, far), std::vector<uint32_t> {2});
        }
        QCOMPARE(gpu->validationMessages(), uint64_t {0});
        WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
    }

    void modes()
    {
        DeviceTraits traits;
        traits.maxStorageBufferRangeBytes = 1024;
        traits.maxTexelRangeBytes = 4096;
        traits.storageOffsetAlignmentBytes = traits.texelOffsetAlignmentBytes = 64;
        const auto modeFor = [&](uint64_t texels, uint64_t storage) {
            return kernelModeFor(traits, texelKernel(), std::array {texels, storage});
        };
        const uint64_t most = 4096 - 64 - texelPaddingBytes;
        QCOMPARE(modeFor(most, 960), KernelMode::Descriptors);
        QCOMPARE(modeFor(most + 4, 960), KernelMode::Addresses);
        QCOMPARE(modeFor(most, 964), KernelMode::Addresses);
    }

    void oneVariantServesAllSizes()
    {
        std::unique_ptr<testing::TestDevice> gpu;
        WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
        if (!gpu->device->traits().compilesAtFirstLaunch) {
            QSKIP("This device compiles kernels when their pipelines are created");
        }
        if (!gpu->device->info().driverVersion.starts_with("Mesa 22.")) {
            QSKIP("This driver compiles what fetches texels apart from kernels");
        }
        {
            LaunchCompiler compiler(*gpu->device);
            compiler.compile(texelKernel(), {}, KernelMode::Descriptors);
        }
        WEIGHTLESS_CLOSE_TEST_DEVICE(gpu); // the driver writes its files until then
        const size_t compiled = m_kernels.fileCount();
        QVERIFY(compiled > 0);

        WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
        const auto readsTheFirst = [&](const BufferRange& tensor) {
            testing::upload(gpu->device, tensor.part(0, 4), testing::counting(1, 7));
            QCOMPARE(readBy(*gpu, tensor, 1), std::vector<uint32_t> {9});
        };
        constexpr uint64_t most =
            300 * 1024; // words of the buffer, of which a tensor has the first or the last
        for (const uint64_t words : {1, 64, 1000, 16 * 1024, 16 * 1024 - 64, 64 * 1024, 256 * 1024}) {
            for (const uint64_t offset : {uint64_t {0}, most - words}) {
                readsTheFirst(testing::activations(gpu->device, most).part(offset * 4, words * 4));
            }
            const auto own = std::make_shared<const Buffer>(gpu->device->createTensorBuffer(words * 4));
            readsTheFirst({own, 0, words * 4});
        }
        {
            WeightArena arena(gpu->device);
            arena.expect(WeightArena::rangeAlignmentBytes);
            const BufferRange expected = arena.allocate(WeightArena::rangeAlignmentBytes);
            const BufferRange beyond = arena.allocate(1000);
            QVERIFY(expected.buffer != beyond.buffer);
            readsTheFirst(beyond);
        }
        WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
        QCOMPARE(m_kernels.fileCount(), compiled);
    }

private:
    // Words of the tensor from `first` on, each with two added.
    static std::vector<uint32_t> readBy(
        const testing::TestDevice& gpu, const BufferRange& tensor, uint32_t count, uint32_t first = 0)
    {
        PipelineLibrary library(gpu.device);
        const BufferRange y = testing::activations(gpu.device, count);
        CommandRecorder recorder(gpu.device);
        testing::recordAffine(recorder, library.pipeline(texelKernel(), {}, KernelMode::Descriptors), tensor,
            y, {first, count, 2});
        gpu.device->submit(recorder.finish()).wait();
        return testing::download(gpu.device, y);
    }

    testing::KernelFolder m_kernels;
};

QTEST_GUILESS_MAIN(TestTexels)
#include "tst_texels.moc"
