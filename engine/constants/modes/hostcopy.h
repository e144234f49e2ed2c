// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/constantdestination.h"
#include "engine/memory/memorymeter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace weightless {

// One constant's bytes in CPU memory; copies of this object share them. The pages are touched by whoever
// writes them, a piece at a time, and not by the allocation, which a stop could not interrupt.
class HostCopy {
public:
    HostCopy() = default;
    HostCopy(std::shared_ptr<MemoryMeter> meter, uint64_t bytes)
        : m_memory(std::make_shared<const Memory>(std::move(meter), bytes))
    {
    }

    [[nodiscard]] std::span<std::byte> bytes() const
    {
        return m_memory ? std::span(m_memory->bytes.get(), m_memory->metered.bytes())
                        : std::span<std::byte>();
    }

private:
    struct Memory {
        Memory(std::shared_ptr<MemoryMeter> meter, uint64_t size)
            : bytes(std::make_unique_for_overwrite<std::byte[]>(size))
            , metered(std::move(meter), MemoryPurpose::Host, size)
        {
        }

        std::unique_ptr<std::byte[]> bytes;
        MeteredBytes metered;
    };

    std::shared_ptr<const Memory> m_memory;
};

// Such a copy for a loader to fill: there for as long as the loader may write.
class HostDestination final : public ConstantDestination {
public:
    explicit HostDestination(HostCopy copy)
        : ConstantDestination(copy.bytes().size(), copy.bytes().size())
        , m_copy(std::move(copy))
    {
    }

    [[nodiscard]] const HostCopy& copy() const { return m_copy; }

private:
    DestinationSlice take(
        uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& /*stop*/) override
    {
        return {*this, m_copy.bytes().subspan(offsetBytes, lengthBytes), nullptr};
    }

    HostCopy m_copy;
};

} // namespace weightless
