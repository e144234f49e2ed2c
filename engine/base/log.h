// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace weightless {

enum class LogLevel { Info, Warning, Error };

// Where the engine reports what is worth telling but not a failure (a fallback, a driver message). Passed in
// by the caller, never global. May be called from any thread; an empty sink drops everything.
using LogSink = std::function<void(LogLevel level, const std::string& message)>;

void logTo(const LogSink& sink, LogLevel level, const std::string& message);

} // namespace weightless
