// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/internal/deviceinternals.h"

#include <memory>

namespace weightless::vulkan {

// Imported pages are counted for as long as this lives.
class MeteredImport {
public:
    MeteredImport() = default;
    MeteredImport(std::shared_ptr<MemoryMeter> meter, uint64_t bytes)
        : m_meter(std::move(meter))
        , m_bytes(bytes)
    {
        m_meter->addImported(m_bytes);
    }
    ~MeteredImport()
    {
        if (m_meter) {
            m_meter->subtractImported(m_bytes);
        }
    }
    MeteredImport(MeteredImport&& other) noexcept = default;
    MeteredImport& operator=(MeteredImport&&) = delete;
    MeteredImport(const MeteredImport&) = delete;
    MeteredImport& operator=(const MeteredImport&) = delete;

private:
    std::shared_ptr<MemoryMeter> m_meter;
    uint64_t m_bytes = 0;
};

struct BufferInternals {
    std::shared_ptr<DeviceInternals> device;
    std::shared_ptr<const void> owner; // of imported pages: outlives the memory made over them
    MeteredBytes metered;
    std::unique_ptr<MeteredImport> meteredImport;
    MemoryHandle memory; // freeing it unmaps it
    BufferHandle buffer;
    MemoryPurpose purpose = MemoryPurpose::Weights;
    uint64_t sizeBytes = 0; // asked for
    uint64_t boundBytes = 0; // size of the VkBuffer
    uint64_t allocatedBytes = 0;
    std::byte* mapped = nullptr;
    uint64_t deviceAddress = 0;
};

// The VkBuffer of a range that was checked (checkRange).
[[nodiscard]] inline VkBuffer bufferHandle(const Buffer& buffer)
{
    return buffer.internals()->buffer.get();
}

// InvalidArgument when the range has no buffer, is another device's, or leaves its buffer.
void checkRange(const BufferRange& range, const DeviceInternals& device);

} // namespace weightless::vulkan
