// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace weightless {

// How the elements of a constant's source become those that the device holds, where the two differ: floats of
// 16 and 32 bits each to each, 4-bit integers, two in a byte with the first in its low half, to bytes, and
// filters to blocks of channels.
struct ElementConversion {
    DataType from = DataType::Undefined;
    DataType to = DataType::Undefined;
    // More than one: floats of a convolution's filters with so many taps, which the device has in blocks
    // (model/blockedfilter.h).
    uint32_t taps = 1;

    // Stored bytes are cut at multiples of this: for every pair of types those are whole elements, and whole
    // blocks of filters, and make whole words of 32 bits.
    [[nodiscard]] uint64_t grainBytes() const;

    // Device bytes that so many stored bytes become. The last of an odd number of 4-bit elements counts as
    // two.
    [[nodiscard]] uint64_t deviceBytes(uint64_t storedBytes) const;

    // Whether a finite number may be beyond what the other type has.
    [[nodiscard]] bool mayClamp() const;

    // On the CPU. `device` holds the elements of `stored`, or one less for 4-bit ones; both begin anywhere.
    // How many were beyond, as convertFloats().
    uint64_t convert(std::span<const std::byte> stored, std::span<std::byte> device) const;
};

[[nodiscard]] bool canConvert(DataType from, DataType to);

// Whether the bytes of the source are other ones than those of the device.
[[nodiscard]] bool isConverted(const ConstantInfo& constant);

// What every slice of the source is to have room for: conversionOf()'s grain.
[[nodiscard]] uint64_t grainBytesOf(const ConstantInfo& constant);

// The type of the elements where the source has them.
[[nodiscard]] DataType storedTypeOf(const ConstantInfo& constant);
// What the elements take there, in raw form.
[[nodiscard]] uint64_t storedBytesOf(const ConstantInfo& constant);

// nullopt: the bytes are stored as the device wants them. Unsupported for types that cannot be converted.
[[nodiscard]] std::optional<ElementConversion> conversionOf(const ConstantInfo& constant);

// The constant as one of type `to` on the device, from the same source; a value that is known is converted
// at once. nullopt when it is of that type already, or of one that cannot be converted.
[[nodiscard]] std::optional<ConstantInfo> convertedConstant(const ConstantInfo& constant, DataType to);

} // namespace weightless
