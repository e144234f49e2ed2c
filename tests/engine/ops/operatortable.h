// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace weightless::test {

// The operators that this build knows, as a table in Markdown: versions, where they run, and the types of
// their first input that cases run (any, where the CPU runs them).
[[nodiscard]] std::string operatorTable();

} // namespace weightless::test
