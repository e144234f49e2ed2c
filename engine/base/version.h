// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace weightless {

// "0.1.0": the version of this build, as the top CMakeLists.txt has it and nothing else. Any thread.
[[nodiscard]] std::string_view version();

} // namespace weightless
