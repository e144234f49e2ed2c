// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/devicedestination.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace weightless {

namespace {

// Copied by the device.
class StagedSlice final : public DestinationSlice::Handover {
public:
    // `isEnd`: the constant ends with it, and its place with padding.
    StagedSlice(StagingRing::Lease lease, vulkan::BufferRange target, bool isEnd)
        : m_lease(std::move(lease))
        , m_target(std::move(target))
        , m_isEnd(isEnd)
    {
    }

    void commit() override { m_lease.submit(m_target, m_isEnd); }

private:
    StagingRing::Lease m_lease;
    vulkan::BufferRange m_target;
    bool m_isEnd;
};

// Converted by the device, on the queue that has kernels.
class DeviceConvertedSlice final : public DestinationSlice::Handover {
public:
    DeviceConvertedSlice(StagingRing::Lease lease, vulkan::BufferRange target,
        const ElementConversion& conversion, const ConversionKernel& kernel, vulkan::BufferRange clamped)
        : m_lease(std::move(lease))
        , m_target(std::move(target))
        , m_conversion(conversion)
        , m_kernel(kernel)
        , m_clamped(std::move(clamped))
    {
    }

    void commit() override
    {
        m_lease.submit([this](vulkan::CommandRecorder& recorder, const vulkan::BufferRange& part) {
            m_kernel.record(recorder, m_conversion, part, m_target, m_clamped);
        });
    }

private:
    StagingRing::Lease m_lease;
    vulkan::BufferRange m_target;
    ElementConversion m_conversion;
    const ConversionKernel& m_kernel;
    vulkan::BufferRange m_clamped; // the word to count in
};

// Converted by the CPU, into memory that it can write.
class HostConvertedSlice final : public DestinationSlice::Handover {
public:
    HostConvertedSlice(ScratchSlices::Lease lease, vulkan::BufferRange target,
        const ElementConversion& conversion, std::shared_ptr<ClampedCount> clamped)
        : m_lease(std::move(lease))
        , m_target(std::move(target))
        , m_conversion(conversion)
        , m_clamped(std::move(clamped))
    {
    }

    void commit() override
    {
        const uint64_t clamped = m_conversion.convert(m_lease.bytes(), m_target.mapped());
        if (clamped > 0) {
            m_clamped->add(clamped);
        }
    }

private:
    ScratchSlices::Lease m_lease;
    vulkan::BufferRange m_target;
    ElementConversion m_conversion;
    std::shared_ptr<ClampedCount> m_clamped; // null where none can be
};

uint64_t maxSliceBytesFor(CopyRoute route, const TransferMemory& memory, uint64_t grainBytes)
{
    return wholeMultiples(
        route == CopyRoute::ReadersConvert ? memory.scratch.sliceBytes() : memory.ring.sliceBytes(),
        grainBytes);
}

uint64_t grainBytesOf(const std::optional<ElementConversion>& conversion)
{
    return conversion ? conversion->grainBytes() : 1;
}

std::shared_ptr<ClampedCount> newCountFor(const std::optional<ElementConversion>& conversion)
{
    return conversion && conversion->mayClamp() ? std::make_shared<ClampedCount>() : nullptr;
}

} // namespace

DeviceDestination::DeviceDestination(const ConstantInfo& constant, CopyRoute route,
    std::shared_ptr<TransferMemory> memory, std::optional<vulkan::BufferRange> place)
    : DeviceDestination(constant, conversionOf(constant), route, std::move(memory), std::move(place))
{
}

DeviceDestination::DeviceDestination(const ConstantInfo& constant,
    const std::optional<ElementConversion>& conversion, CopyRoute route,
    std::shared_ptr<TransferMemory> memory, std::optional<vulkan::BufferRange> place)
    : ConstantDestination(storedBytesOf(constant), maxSliceBytesFor(route, *memory, grainBytesOf(conversion)),
        grainBytesOf(conversion))
    , m_memory(std::move(memory))
    , m_deviceBytes(constant.sizeBytes)
    , m_conversion(conversion)
    , m_isVarint(constant.source.encoding == SourceEncoding::Varint)
    , m_route(route)
    , m_place(std::move(place))
    , m_clamped(newCountFor(m_conversion))
{
}

void DeviceDestination::forget()
{
    const std::scoped_lock lock(m_mutex);
    m_clamped = newCountFor(m_conversion);
}

std::shared_ptr<ClampedCount> DeviceDestination::clampedCount()
{
    const std::scoped_lock lock(m_mutex);
    return m_clamped;
}

vulkan::BufferRange DeviceDestination::allocated()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_range) {
        vulkan::BufferRange range = m_place ? *m_place : m_memory->arena->allocate(m_deviceBytes);
        const bool isMapped = !range.mapped().empty() || m_deviceBytes == 0;
        if (!isMapped && m_memory->forcedPath == LoadPath::Direct) {
            throw Error(ErrorKind::Unsupported,
                "the path 'direct' is forced, but this device's memory is not visible to the CPU");
        }
        if (!isMapped) {
            m_route = m_conversion ? CopyRoute::DeviceConverts : CopyRoute::Ring;
        }
        m_range = std::move(range);
    }
    return *m_range;
}

DestinationSlice DeviceDestination::take(
    uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop)
{
    const vulkan::BufferRange all = allocated();
    if (m_conversion) {
        return takeConverted(all, offsetBytes, lengthBytes, stop);
    }
    vulkan::BufferRange part = all.part(offsetBytes, lengthBytes);
    if (m_route == CopyRoute::InPlace) {
        return {*this, part.mapped(), nullptr};
    }
    StagingRing::Lease lease = m_memory->ring.lease(lengthBytes, vulkan::QueueKind::Transfer, stop);
    const std::span<std::byte> bytes = lease.bytes();
    const bool isEnd = offsetBytes + lengthBytes == m_deviceBytes;
    return {*this, bytes, std::make_unique<StagedSlice>(std::move(lease), std::move(part), isEnd)};
}

DestinationSlice DeviceDestination::takeConverted(
    const vulkan::BufferRange& all, uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop)
{
    const uint64_t begin = m_conversion->deviceBytes(offsetBytes);
    const uint64_t end = std::min(m_conversion->deviceBytes(offsetBytes + lengthBytes), m_deviceBytes);
    vulkan::BufferRange part = all.part(begin, end - begin);
    if (m_route == CopyRoute::ReadersConvert) {
        ScratchSlices::Lease lease = m_memory->scratch.lease(lengthBytes, stop);
        const std::span<std::byte> bytes = lease.bytes();
        return {*this, bytes,
            std::make_unique<HostConvertedSlice>(
                std::move(lease), std::move(part), *m_conversion, clampedCount())};
    }
    const auto count = clampedCount();
    vulkan::BufferRange word = count ? m_memory->clampedWords.wordOf(count) : vulkan::BufferRange();
    StagingRing::Lease lease = m_memory->ring.lease(lengthBytes, vulkan::QueueKind::Compute, stop);
    const std::span<std::byte> bytes = lease.bytes();
    return {*this, bytes,
        std::make_unique<DeviceConvertedSlice>(
            std::move(lease), std::move(part), *m_conversion, m_memory->kernel, std::move(word))};
}

DeviceDestination::Written DeviceDestination::written()
{
    vulkan::BufferRange range = allocated();
    const LoadPath plain = m_route == CopyRoute::InPlace ? LoadPath::Direct : LoadPath::Staged;
    return {std::move(range), m_conversion || m_isVarint ? LoadPath::Converted : plain, clampedCount()};
}

} // namespace weightless
