// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace weightless::platform {

// Io with what errno says: "Cannot <action> '<path>': …".
[[noreturn]] void throwIo(const char* action, const std::filesystem::path& path);

} // namespace weightless::platform
