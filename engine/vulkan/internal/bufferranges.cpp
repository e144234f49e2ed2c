// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/bufferranges.h"

#include "engine/base/error.h"
#include "engine/base/sizetext.h"
#include "engine/vulkan/internal/bufferinternals.h"

#include <string>

namespace weightless::vulkan {

VkBuffer bufferHandle(const Buffer& buffer)
{
    return buffer.internals()->buffer.get();
}

void checkRange(const BufferRange& range, const DeviceInternals& device)
{
    if (!range.buffer || range.buffer->internals() == nullptr) {
        throw Error(ErrorKind::InvalidArgument,
            "A range of " + std::to_string(range.sizeBytes) + " bytes names no buffer");
    }
    const BufferInternals& internals = *range.buffer->internals();
    if (internals.device.get() != &device) {
        throw Error(ErrorKind::InvalidArgument, "A buffer of another device than the recorder's was named");
    }
    if (range.offsetBytes > internals.sizeBytes
        || range.sizeBytes > internals.sizeBytes - range.offsetBytes) {
        const ComparedSizes sizes = compareSizes(range.sizeBytes, internals.sizeBytes);
        throw Error(ErrorKind::InvalidArgument,
            "A range at byte " + std::to_string(range.offsetBytes) + " of " + sizes.first
                + " leaves its buffer of " + sizes.second);
    }
}

} // namespace weightless::vulkan
