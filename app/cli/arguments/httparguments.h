// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/arguments.h"
#include "app/cli/output/console.h"
#include "engine/http/httpoptions.h"

#include <string>
#include <vector>

namespace weightless::cli {

// What a verb reads of a model on a server.
enum class ServerUse {
    Load, // the structure, and each constant for the device
    Save, // the same for files
    Structure,
    Compare, // two models: the structure, and constants that may differ
    Pipeline, // a folder of models
};

// Of verbs whose MODEL may be a URL: --http-connections, --http-timeout, --http-cache.
[[nodiscard]] std::vector<OptionSpec> httpOptionSpecs(ServerUse use = ServerUse::Load);
// UsageError. The console hears what the client has to tell.
[[nodiscard]] http::HttpOptions httpOptions(const Arguments& arguments, Console& console);

// What `model`, or a folder of models, stands for: the address in the environment's WEIGHTLESS_ADDRESS where
// `model` is that one without what is secret in it (user name, password, query), else `model` itself. Whoever
// starts this program with an address that others must not see need not write it where every list of
// processes shows it. UsageError for '-'.
[[nodiscard]] std::string modelAddress(const std::string& model);

// The paragraph of --help about URLs.
[[nodiscard]] std::string urlHelp(ServerUse use = ServerUse::Load);

} // namespace weightless::cli
