// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/arguments.h"
#include "app/cli/output/console.h"

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::cli {

struct Environment {
    Console& console;
    std::stop_token stop; // Ctrl-C
};

// Exit codes, the same for every verb. Wrong usage (2) is a UsageError.
inline constexpr int exitDone = 0;
inline constexpr int exitFailed = 1;
inline constexpr int exitUsage = 2;

// One word of the command line: what it accepts and what it does. `run` returns the exit code and throws
// Error for a job that failed.
struct Verb {
    VerbSpec spec;
    int (*run)(const Arguments& arguments, const Environment& environment) = nullptr;
};

[[nodiscard]] Verb devicesVerb();
[[nodiscard]] Verb benchDeviceVerb();
[[nodiscard]] Verb inspectVerb();
[[nodiscard]] Verb loadVerb();
[[nodiscard]] Verb runVerb();
[[nodiscard]] Verb budgetVerb();
[[nodiscard]] Verb generateVerb();
[[nodiscard]] Verb verifyVerb();
[[nodiscard]] Verb compareVerb();
[[nodiscard]] Verb diffVerb();
[[nodiscard]] Verb convertVerb();
[[nodiscard]] Verb extractVerb();
[[nodiscard]] Verb exportGraphVerb();
[[nodiscard]] Verb makeDemoVerb();

// Every verb, in the order of --help.
[[nodiscard]] std::vector<Verb> allVerbs();

// Runs the verb that the words name. Throws UsageError and Error.
int runCommandLine(std::span<const std::string> words, Console& console);

[[nodiscard]] OptionSpec jsonOption();
[[nodiscard]] OptionSpec deviceOption();

[[nodiscard]] std::filesystem::path pathFromUtf8(std::string_view text);

} // namespace weightless::cli
