// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicecopy.h"

#include "engine/runtime/contextinternals.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/recorder.h"

#include <algorithm>

namespace weightless {

void uploadBytes(
    ContextInternals& context, const vulkan::BufferRange& target, std::span<const std::byte> bytes)
{
    if (const std::span<std::byte> mapped = target.mapped(); !mapped.empty()) {
        std::ranges::copy(bytes, mapped.begin());
    } else if (!bytes.empty()) {
        context.note(context.uploads->write(target, bytes));
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
    const auto staging = std::make_shared<const vulkan::Buffer>(device->createReadbackBuffer(bytes.size()));
    vulkan::CommandRecorder recorder(device);
    recorder.copy(source.part(0, bytes.size()), {staging, 0, bytes.size()});
    device->submit(recorder.finish()).wait();
    std::ranges::copy(staging->mapped().first(bytes.size()), bytes.begin());
}

} // namespace weightless
