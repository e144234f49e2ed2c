// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/arguments.h"
#include "engine/http/httpoptions.h"

#include <string>
#include <vector>

namespace weightless::cli {

// Of verbs whose MODEL may be a URL: --http-connections, --http-timeout.
[[nodiscard]] std::vector<OptionSpec> httpOptionSpecs();
// UsageError.
[[nodiscard]] http::HttpOptions httpOptions(const Arguments& arguments);

// The paragraph of --help about URLs.
[[nodiscard]] std::string urlHelp();

} // namespace weightless::cli
