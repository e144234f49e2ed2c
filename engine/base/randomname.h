// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace weightless {

inline constexpr size_t randomNameLength = 16;

// Lower-case hexadecimal digits from the system's own source of chance: a file name that nothing has yet.
[[nodiscard]] std::string randomName();

} // namespace weightless
