// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/launchcompiler.h"
#include "tests/engine/vulkan/errors.h"
#include "tests/engine/vulkan/scene.h"

#include <array>

using namespace weightless;
using namespace weightless::vulkan;
using weightless::testing::affineKernel;

namespace {

constexpr std::array<uint32_t, 1> compiledBefore {31};
constexpr std::array<uint32_t, 1> anotherOne {37};

} // namespace

// Mesa keeps what it compiled in a folder, one file each; here in one that is empty at first.
class TestLaunchCompiler : public QObject {
    Q_OBJECT

private slots:
    void anotherDeviceFindsWhatWasCompiled()
    {
        std::unique_ptr<testing::TestDevice> gpu;
        WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
        if (!gpu->device->traits().compilesAtFirstLaunch) {
            QSKIP("This device compiles kernels when their pipelines are created");
        }
        {
            LaunchCompiler compiler(*gpu->device);
            compiler.compile(affineKernel(), compiledBefore, KernelMode::Descriptors);
        }
        WEIGHTLESS_CLOSE_TEST_DEVICE(gpu); // the driver writes its files until then
        const size_t compiled = m_kernels.fileCount();
        QVERIFY(compiled > 0);

        launch(compiledBefore);
        QCOMPARE(m_kernels.fileCount(), compiled);
        launch(anotherOne);
        QVERIFY(m_kernels.fileCount() > compiled);
    }

    // Nothing runs, nothing is counted as the device's memory.
    void whatItDoesIsItsOwn()
    {
        std::unique_ptr<testing::TestDevice> gpu;
        WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
        {
            LaunchCompiler compiler(*gpu->device);
            compiler.compile(affineKernel(), anotherOne, KernelMode::Descriptors);
            compiler.compile(affineKernel(), anotherOne, KernelMode::Descriptors);
            if (gpu->device->traits().hasBufferDeviceAddress) {
                compiler.compile(affineKernel(), anotherOne, KernelMode::Addresses);
            }
            QCOMPARE(gpu->meter->peak(MemoryPurpose::Activations), uint64_t {0});
            const KernelCode broken {"broken", {}, {}};
            WEIGHTLESS_VERIFY_ERROR(
                (compiler.compile(broken, {}, KernelMode::Descriptors), 0), ErrorKind::Unsupported, "broken");
        }
        QCOMPARE(gpu->validationMessages(), uint64_t {0});
        WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
    }

private:
    void launch(std::span<const uint32_t> factor)
    {
        std::unique_ptr<testing::TestDevice> gpu;
        WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
        {
            PipelineLibrary library(gpu->device);
            const auto pipeline = library.pipeline(affineKernel(), factor, KernelMode::Descriptors);
            const BufferRange x = testing::activations(gpu->device, 64);
            testing::upload(gpu->device, x, testing::counting(64));
            const BufferRange y = testing::activations(gpu->device, 64);
            CommandRecorder recorder(gpu->device);
            testing::recordAffine(recorder, pipeline, x, y, {0, 64, 0});
            gpu->device->submit(recorder.finish()).wait();
            QCOMPARE(testing::download(gpu->device, y)[2], 2 * factor[0]);
        }
        WEIGHTLESS_CLOSE_TEST_DEVICE(gpu);
    }

    testing::KernelFolder m_kernels;
};

QTEST_GUILESS_MAIN(TestLaunchCompiler)
#include "tst_launchcompiler.moc"
