// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace weightless {

// The text with user name and password taken out of every address in it ("scheme://user:password@host/…"),
// of whatever scheme: for messages that repeat what somebody else said.
[[nodiscard]] std::string withoutCredentials(std::string_view text);

} // namespace weightless
