// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verbs/verbs.h"

#include <span>
#include <string>

namespace weightless::docs {

// What the shells' completion of weightless-cli is read from: verbs, each verb's options with their help, and
// files where an option or a positional takes one.
[[nodiscard]] std::string bashCompletion(std::span<const cli::Verb> verbs);
[[nodiscard]] std::string zshCompletion(std::span<const cli::Verb> verbs);
[[nodiscard]] std::string fishCompletion(std::span<const cli::Verb> verbs);

} // namespace weightless::docs
