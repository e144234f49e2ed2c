// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytesource.h"
#include "engine/memory/memorymeter.h"
#include "engine/model/model.h"

#include <memory>
#include <optional>

namespace weightless {

// A constant's bytes in another type of float than its source holds. They are converted while they are read,
// slice by slice, on the reader's thread: straight into the device's memory, or into a slice of the ring,
// through a scratch block per reader.
class ConvertedSource final : public ByteSource {
public:
    static constexpr uint64_t scratchBytes = 256 << 10; // per reader

    // `source` is raw; its elements are `from`. Scratch is counted in `meter`.
    ConvertedSource(ConstantSource source, DataType from, DataType to, std::shared_ptr<MemoryMeter> meter);

    [[nodiscard]] std::string name() const override;
    [[nodiscard]] uint64_t sizeBytes() const override; // in `to`
    // InvalidArgument unless offset and size are whole elements.
    void readAt(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const override;
    void checkUnchanged() const override;

    // What one readAt() of so many bytes takes of CPU memory.
    [[nodiscard]] uint64_t scratchFor(uint64_t destinationBytes) const;

    // The part of the page cache that holds these bytes, where the source is a file.
    void dropCachedPages(uint64_t offsetBytes, uint64_t lengthBytes) const;

private:
    [[nodiscard]] std::shared_ptr<const ByteSource> open() const;

    ConstantSource m_source;
    DataType m_from;
    DataType m_to;
    std::shared_ptr<MemoryMeter> m_meter;
};

// The source of a constant that is converted while it is read; null of others.
[[nodiscard]] const ConvertedSource* convertedSource(const ConstantSource& source);

// The constant as one of type `to`: half the bytes, or twice as many, on the device. nullopt when it is no
// float that can be converted, or not in raw form.
[[nodiscard]] std::optional<ConstantInfo> convertedConstant(
    const ConstantInfo& constant, DataType to, const std::shared_ptr<MemoryMeter>& meter);

} // namespace weightless
