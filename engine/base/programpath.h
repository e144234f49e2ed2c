// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace weightless {

// The file of the running program. Io where the system does not tell. Any thread.
[[nodiscard]] std::filesystem::path programPath();

} // namespace weightless
