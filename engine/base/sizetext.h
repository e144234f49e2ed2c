// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weightless {

// Bytes as people write them: "4096", "64K", "1.5GiB"; K, M and G stand for KiB, MiB and GiB, in any case. At
// least one byte, and whole bytes where no unit is given. nullopt: something else.
[[nodiscard]] std::optional<uint64_t> bytesFromString(std::string_view text);

struct ComparedSizes {
    std::string first, second;
};
// Two sizes that a message sets against each other, as formatBytes() has them; with their bytes where they
// differ by less than it shows: "4.00 GiB (4294967297 bytes)".
[[nodiscard]] ComparedSizes compareSizes(uint64_t first, uint64_t second);

} // namespace weightless
