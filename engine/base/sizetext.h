// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weightless {

// Bytes as people write them: "4096", "64K", "1.5GiB"; K, M and G stand for KiB, MiB and GiB, in any case. At
// least one byte, and whole bytes where no unit is given. nullopt: something else.
[[nodiscard]] std::optional<uint64_t> bytesFromString(std::string_view text);

} // namespace weightless
