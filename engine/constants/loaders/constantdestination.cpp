// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/constantdestination.h"

#include "engine/base/error.h"

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

void DestinationSlice::commit()
{
    if (m_destination == nullptr) {
        throw Error(ErrorKind::InvalidState, "A destination slice is committed once");
    }
    if (m_handover) {
        std::exchange(m_handover, nullptr)->commit();
    }
    std::exchange(m_destination, nullptr)->m_committedBytes.fetch_add(m_bytes.size());
    m_bytes = {};
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
    return take(offsetBytes, lengthBytes, stop);
}

} // namespace weightless
