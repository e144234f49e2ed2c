// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicecopy.h"

#include "engine/base/bytes.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/recorder.h"

#include <algorithm>

namespace weightless {

void uploadBytes(const std::shared_ptr<const vulkan::Device>& device, const vulkan::BufferRange& target,
    std::span<const std::byte> bytes)
{
    if (const std::span<std::byte> mapped = target.mapped(); !mapped.empty()) {
        std::ranges::copy(bytes, mapped.begin());
        return;
    }
    constexpr uint64_t sliceBytes = 8 * MiB;
    if (bytes.empty()) {
        return;
    }
    const auto staging = std::make_shared<const vulkan::Buffer>(
        device->createUploadBuffer(std::min<uint64_t>(bytes.size(), sliceBytes)));
    for (uint64_t offset = 0; offset < bytes.size(); offset += sliceBytes) {
        const auto slice = bytes.subspan(offset, std::min<uint64_t>(sliceBytes, bytes.size() - offset));
        std::ranges::copy(slice, staging->mapped().begin());
        vulkan::CommandRecorder recorder(device);
        recorder.copy({staging, 0, slice.size()}, target.part(offset, slice.size()));
        device->submit(recorder.finish()).wait();
    }
}

void downloadBytes(const std::shared_ptr<vulkan::Device>& device, const vulkan::BufferRange& source,
    std::span<std::byte> bytes)
{
    device->waitIdle();
    if (const std::span<const std::byte> readable = source.readable(); !readable.empty()) {
        std::ranges::copy(readable.first(bytes.size()), bytes.begin());
        return;
    }
    const ReadBack readBack = startReadBack(device, source.part(0, bytes.size()));
    readBack.copy.wait();
    std::ranges::copy(readBack.staging->mapped().first(bytes.size()), bytes.begin());
}

ReadBack startReadBack(const std::shared_ptr<vulkan::Device>& device, const vulkan::BufferRange& range)
{
    ReadBack readBack;
    readBack.staging = std::make_shared<const vulkan::Buffer>(device->createReadbackBuffer(range.sizeBytes));
    vulkan::CommandRecorder recorder(device);
    recorder.copy(range, {readBack.staging, 0, range.sizeBytes});
    readBack.copy = device->submit(recorder.finish());
    return readBack;
}

} // namespace weightless
