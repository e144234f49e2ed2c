// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

inline constexpr size_t mostLabels = 100'000;

// A whole number and nothing else.
[[nodiscard]] std::optional<uint64_t> classNumberIn(std::string_view text);

// The names of classes in a table (CSV, RFC 4180), by the numbers that stand beside them, else in its order.
// A table of one column has names alone. Of several, one is the name by its title ("name", "label",
// "display_name" …), or the first one that is no numbers beside a column of class numbers; nullopt where
// neither is there.
[[nodiscard]] std::optional<std::vector<std::string>> namesInTable(const std::string& text, char separator);

} // namespace weightless
