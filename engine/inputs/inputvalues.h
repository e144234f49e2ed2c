// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weightless {

// What graph inputs are filled with when no file brings their values. Command line and window share these, so
// that the same words give the same numbers in both. Any thread.

// Floats uniform in -1 … 1, integers in 0 … 9, bools 0 or 1; the same for a seed on every machine.
// Unsupported for strings, complex and sub-byte types.
[[nodiscard]] HostTensor randomTensor(const TensorDescriptor& descriptor, uint64_t seed);

struct FillNumber {
    double value = 0;
    // Exact, for integers beyond a double's 53 bits: one that int64 holds, or else one that uint64 does.
    std::optional<int64_t> whole = {};
    std::optional<uint64_t> large = {};

    // By the bits of the value: what is no number is the same again, and fills an input in the same way.
    [[nodiscard]] bool operator==(const FillNumber& other) const;
};

// Whether filledTensor() can fill an input of this type.
[[nodiscard]] bool canHold(DataType type, const FillNumber& number);
[[nodiscard]] std::string toString(const FillNumber& number);

// Every element is `number`. InvalidArgument (naming `input`, its type and the number) when the type cannot
// hold it, as a float16 a million; Unsupported as randomTensor().
[[nodiscard]] HostTensor filledTensor(
    const std::string& input, const TensorDescriptor& descriptor, const FillNumber& number);

// Its elements one by one. As filledTensor() for each; InvalidArgument when they are more or fewer than it
// has.
[[nodiscard]] HostTensor listedTensor(
    const std::string& input, const TensorDescriptor& descriptor, const std::vector<FillNumber>& numbers);

} // namespace weightless
