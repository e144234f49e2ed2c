// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace weightless {

// Arithmetic on sizes that come from files: nullopt when the result does not fit.
[[nodiscard]] std::optional<uint64_t> checkedAdd(uint64_t a, uint64_t b);
[[nodiscard]] std::optional<uint64_t> checkedMultiply(uint64_t a, uint64_t b);

// `alignment` is a power of two; the value is far from UINT64_MAX (a size or offset that was checked before).
[[nodiscard]] constexpr uint64_t alignUp(uint64_t value, uint64_t alignment)
{
    return (value + alignment - 1) & ~(alignment - 1);
}
[[nodiscard]] constexpr uint64_t alignDown(uint64_t value, uint64_t alignment)
{
    return value & ~(alignment - 1);
}
// The largest multiple of a number that is no power of two, not above the value.
[[nodiscard]] constexpr uint64_t wholeMultiples(uint64_t value, uint64_t of)
{
    return value / of * of;
}
[[nodiscard]] constexpr uint64_t ceilDivide(uint64_t value, uint64_t divisor)
{
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}

inline constexpr uint64_t KiB = 1024;
inline constexpr uint64_t MiB = 1024 * KiB;
inline constexpr uint64_t GiB = 1024 * MiB;

// "1.60 GiB", "56.25 MiB", "512 B": binary units, for people.
[[nodiscard]] std::string formatBytes(uint64_t bytes);

} // namespace weightless
