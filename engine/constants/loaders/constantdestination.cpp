// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/constantdestination.h"

#include "engine/base/error.h"

#include <iterator>
#include <string>
#include <utility>

namespace weightless {

DestinationSlice::DestinationSlice(
    ConstantDestination& destination, std::span<std::byte> bytes, std::unique_ptr<Handover> handover)
    : m_destination(&destination)
    , m_bytes(bytes)
    , m_handover(std::move(handover))
{
}

DestinationSlice::DestinationSlice(DestinationSlice&& other) noexcept
    : m_destination(std::exchange(other.m_destination, nullptr))
    , m_offsetBytes(other.m_offsetBytes)
    , m_bytes(std::exchange(other.m_bytes, {}))
    , m_handover(std::move(other.m_handover))
{
}

DestinationSlice& DestinationSlice::operator=(DestinationSlice&& other) noexcept
{
    if (this != &other) {
        m_destination = std::exchange(other.m_destination, nullptr);
        m_offsetBytes = other.m_offsetBytes;
        m_bytes = std::exchange(other.m_bytes, {});
        m_handover = std::move(other.m_handover);
    }
    return *this;
}

void DestinationSlice::commit()
{
    const DestinationSlice slice = std::move(*this);
    if (slice.m_destination == nullptr) {
        throw Error(ErrorKind::InvalidState, "A destination slice is committed once");
    }
    slice.m_destination->commit(slice.m_offsetBytes, slice.m_bytes.size(), slice.m_handover.get());
}

void ConstantDestination::restart()
{
    const std::scoped_lock lock(m_mutex);
    m_committed.clear();
    m_committedBytes.store(0);
    forget();
}

void ConstantDestination::commit(
    uint64_t offsetBytes, uint64_t lengthBytes, DestinationSlice::Handover* handover)
{
    {
        const std::scoped_lock lock(m_mutex);
        requireUncommitted(offsetBytes, lengthBytes);
    }
    if (handover != nullptr) {
        handover->commit();
    }
    if (lengthBytes == 0) {
        return;
    }
    const std::scoped_lock lock(m_mutex);
    requireUncommitted(offsetBytes, lengthBytes);
    auto next = m_committed.upper_bound(offsetBytes);
    uint64_t begin = offsetBytes;
    uint64_t end = offsetBytes + lengthBytes;
    if (next != m_committed.end() && next->first == end) {
        end = next->second;
        next = m_committed.erase(next);
    }
    if (next != m_committed.begin() && std::prev(next)->second == begin) {
        begin = std::prev(next)->first;
    }
    m_committed[begin] = end;
    m_committedBytes.fetch_add(lengthBytes);
}

void ConstantDestination::requireUncommitted(uint64_t offsetBytes, uint64_t lengthBytes) const
{
    const auto next = m_committed.lower_bound(offsetBytes);
    const bool meetsNext = next != m_committed.end() && next->first < offsetBytes + lengthBytes;
    const bool meetsBefore = next != m_committed.begin() && std::prev(next)->second > offsetBytes;
    if (lengthBytes > 0 && (meetsNext || meetsBefore)) {
        throw Error(ErrorKind::InvalidArgument,
            "Some of the " + std::to_string(lengthBytes) + " bytes at " + std::to_string(offsetBytes)
                + " of a constant of " + std::to_string(m_sizeBytes) + " bytes are written already");
    }
}

DestinationSlice ConstantDestination::slice(
    uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& stop)
{
    if (offsetBytes > m_sizeBytes || lengthBytes > m_sizeBytes - offsetBytes
        || lengthBytes > m_maxSliceBytes) {
        throw Error(ErrorKind::InvalidArgument,
            std::to_string(lengthBytes) + " bytes at " + std::to_string(offsetBytes)
                + " are no slice of a constant of " + std::to_string(m_sizeBytes) + " bytes (at most "
                + std::to_string(m_maxSliceBytes) + " at once)");
    }
    const bool isLast = offsetBytes + lengthBytes == m_sizeBytes;
    if (offsetBytes % m_grainBytes != 0 || (lengthBytes % m_grainBytes != 0 && !isLast)) {
        throw Error(ErrorKind::InvalidArgument,
            std::to_string(lengthBytes) + " bytes at " + std::to_string(offsetBytes)
                + " cut an element that is converted; slices of this constant begin at multiples of "
                + std::to_string(m_grainBytes) + " bytes, and end at one or with the constant");
    }
    if (lengthBytes == 0) {
        return {*this, {}, nullptr};
    }
    DestinationSlice slice = take(offsetBytes, lengthBytes, stop);
    slice.m_offsetBytes = offsetBytes;
    return slice;
}

} // namespace weightless
