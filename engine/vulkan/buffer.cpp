// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/buffer.h"

#include "engine/base/error.h"
#include "engine/vulkan/internal/bufferinternals.h"

#include <string>

namespace weightless::vulkan {

Buffer::Buffer(std::unique_ptr<BufferInternals> internals)
    : m_internals(std::move(internals))
{
}

Buffer::~Buffer() = default;
Buffer::Buffer(Buffer&& other) noexcept = default;
Buffer& Buffer::operator=(Buffer&& other) noexcept = default;

uint64_t Buffer::sizeBytes() const
{
    return m_internals ? m_internals->sizeBytes : 0;
}

uint64_t Buffer::allocatedBytes() const
{
    return m_internals ? m_internals->allocatedBytes : 0;
}

std::span<std::byte> Buffer::mapped() const
{
    if (!m_internals || m_internals->mapped == nullptr) {
        return {};
    }
    return {m_internals->mapped, m_internals->sizeBytes};
}

bool Buffer::isReadInPlace() const
{
    return m_internals && m_internals->isReadInPlace;
}

uint64_t Buffer::deviceAddress() const
{
    return m_internals ? m_internals->deviceAddress : 0;
}

MemoryPurpose Buffer::purpose() const
{
    return m_internals ? m_internals->purpose : MemoryPurpose::Weights;
}

bool Buffer::isImported() const
{
    return m_internals && m_internals->isImported;
}

BufferRange BufferRange::of(std::shared_ptr<const Buffer> buffer)
{
    const uint64_t sizeBytes = buffer ? buffer->sizeBytes() : 0;
    return {std::move(buffer), 0, sizeBytes};
}

BufferRange BufferRange::part(uint64_t partOffsetBytes, uint64_t partSizeBytes) const
{
    if (partOffsetBytes > sizeBytes || partSizeBytes > sizeBytes - partOffsetBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "Bytes " + std::to_string(partOffsetBytes) + " to " + std::to_string(partOffsetBytes) + " + "
                + std::to_string(partSizeBytes) + " leave a range of " + std::to_string(sizeBytes)
                + " bytes");
    }
    return {buffer, offsetBytes + partOffsetBytes, partSizeBytes};
}

std::span<const std::byte> BufferRange::readable() const
{
    return buffer && buffer->isReadInPlace() ? mapped() : std::span<std::byte> {};
}

std::span<std::byte> BufferRange::mapped() const
{
    const std::span<std::byte> all = buffer ? buffer->mapped() : std::span<std::byte> {};
    if (all.empty()) {
        return {};
    }
    if (offsetBytes > all.size() || sizeBytes > all.size() - offsetBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "A range at byte " + std::to_string(offsetBytes) + " of " + std::to_string(sizeBytes)
                + " bytes leaves its buffer of " + std::to_string(all.size()) + " bytes");
    }
    return all.subspan(offsetBytes, sizeBytes);
}

} // namespace weightless::vulkan
