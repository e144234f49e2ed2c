// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/recorder.h"
#include "tests/engine/vulkan/testdevice.h"
#include "tests/engine/vulkan/testkernels.h"

#include <QTemporaryDir>

#include <cstring>
#include <filesystem>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

namespace weightless::testing {

// Small helpers of this folder's tests; all work is done when they return.

[[nodiscard]] inline std::vector<uint32_t> counting(size_t count, uint32_t first = 0)
{
    std::vector<uint32_t> words(count);
    std::iota(words.begin(), words.end(), first);
    return words;
}

inline void upload(const std::shared_ptr<const vulkan::Device>& device, const vulkan::BufferRange& to,
    std::span<const uint32_t> words)
{
    const auto staging =
        std::make_shared<const vulkan::Buffer>(device->createUploadBuffer(words.size_bytes()));
    std::memcpy(staging->mapped().data(), words.data(), words.size_bytes());
    vulkan::CommandRecorder recorder(device);
    recorder.copy(vulkan::BufferRange::of(staging), to);
    device->submit(recorder.finish()).wait();
}

[[nodiscard]] inline std::vector<uint32_t> download(
    const std::shared_ptr<const vulkan::Device>& device, const vulkan::BufferRange& from)
{
    const auto staging = std::make_shared<const vulkan::Buffer>(device->createReadbackBuffer(from.sizeBytes));
    vulkan::CommandRecorder recorder(device);
    recorder.copy(from, vulkan::BufferRange::of(staging));
    device->submit(recorder.finish()).wait();
    std::vector<uint32_t> words(from.sizeBytes / sizeof(uint32_t));
    std::memcpy(words.data(), staging->mapped().data(), words.size() * sizeof(uint32_t));
    return words;
}

[[nodiscard]] inline vulkan::BufferRange activations(
    const std::shared_ptr<const vulkan::Device>& device, size_t words)
{
    return vulkan::BufferRange::of(
        std::make_shared<const vulkan::Buffer>(device->createActivationBuffer(words * sizeof(uint32_t))));
}

[[nodiscard]] inline vulkan::GroupRange groupsFor(uint32_t count)
{
    return {{(count + 63) / 64, 1, 1}, {0, 0, 0}};
}

// In which kernels can run on this device.
[[nodiscard]] inline std::vector<vulkan::KernelMode> modesOf(const vulkan::Device& device)
{
    if (device.traits().hasBufferDeviceAddress) {
        return {vulkan::KernelMode::Descriptors, vulkan::KernelMode::Addresses};
    }
    return {vulkan::KernelMode::Descriptors};
}

// y = x * factor (the pipeline's) + parameters.add
inline void recordAffine(vulkan::CommandRecorder& recorder,
    const std::shared_ptr<const vulkan::Pipeline>& pipeline, const vulkan::BufferRange& x,
    const vulkan::BufferRange& y, const AffineParameters& parameters)
{
    const vulkan::TensorBinding bindings[] = {{x, 4, vulkan::Access::Read}, {y, 4, vulkan::Access::Write}};
    recorder.dispatch(
        pipeline, bindings, std::as_bytes(std::span(&parameters, 1)), groupsFor(parameters.count));
}

// An empty folder where Mesa keeps what it compiles, one file each. Made before the first device is opened.
class KernelFolder {
public:
    KernelFolder()
    {
        qputenv("MESA_SHADER_CACHE_DIR", m_folder.path().toLocal8Bit());
        qputenv("MESA_DISK_CACHE_MULTI_FILE", "1");
        qunsetenv("MESA_SHADER_CACHE_DISABLE");
    }

    // Kept so far. The driver writes them until its device is closed.
    [[nodiscard]] size_t fileCount() const
    {
        size_t count = 0;
        for (const auto& entry :
            std::filesystem::recursive_directory_iterator(m_folder.path().toStdString())) {
            count += entry.is_regular_file() && entry.path().filename() != "index" ? 1 : 0;
        }
        return count;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace weightless::testing
