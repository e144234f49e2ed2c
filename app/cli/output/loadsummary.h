// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/json.h"
#include "app/cli/session.h"

#include <string>

namespace weightless::cli {

// What `load --json` prints, and the beginning of `run --json`. Called when the work is done: the process's
// peak is asked for here.
[[nodiscard]] Json loadJson(const TimedSession& session);

// The same for people.
[[nodiscard]] std::string loadText(const TimedSession& session);

// What the numbers mean, for --help.
[[nodiscard]] std::string memoryHelp();

} // namespace weightless::cli
