// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What differs between systems in the command line: one declaration here, one file per system.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::cli {

// Standard error is a terminal that understands escape sequences.
[[nodiscard]] bool isErrorTerminal();
// How many columns its window has at this moment; 0 where that is not known.
[[nodiscard]] size_t errorColumns();

// Why a write to standard output failed, from errno as it left it.
[[nodiscard]] std::string outputFailure();

// The program's arguments as UTF-8, without its own name.
[[nodiscard]] std::vector<std::string> utf8Arguments(int argc, char** argv);

// A variable of the environment as UTF-8; empty when it is not set.
[[nodiscard]] std::string environmentText(const char* name);

// A program of this name in the folders of PATH.
[[nodiscard]] std::optional<std::filesystem::path> findProgram(const std::string& name);

// Where this program may keep what it can make again; empty when the system names no such folder.
[[nodiscard]] std::filesystem::path cacheFolder();

struct ChildResult {
    int exitCode = 0; // 128 + signal for a child that a signal ended, as shells say it
    std::string output;
    std::string errorOutput;
};

// Runs a program to its end. After a stop request the child is interrupted as Ctrl-C does, then awaited.
// Io when it cannot be started or one of its outputs exceeds 64 MiB.
[[nodiscard]] ChildResult runChild(const std::filesystem::path& program,
    std::span<const std::string> arguments, const std::stop_token& stop);

} // namespace weightless::cli
