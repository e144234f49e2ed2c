// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace weightless::cli {

// Everything the program says besides its results: errors, warnings and the progress line, on standard error.
// Results go to standard output. Any thread.
class Console {
public:
    Console();
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    // One line each, "weightless-cli: error: …". Passwords of addresses in them are left out.
    void error(std::string_view message);
    void warning(std::string_view message);
    void note(std::string_view message);

    // Rewrites the progress line, at most ten times a second, and only when standard error is a terminal.
    // `fraction` is 0 … 1.
    void progress(std::string_view what, double fraction, std::string_view detail = {});
    void clearProgress();

    // Warnings and errors of the engine become warnings here.
    [[nodiscard]] LogSink logSink();

private:
    void line(std::string_view kind, std::string_view message);
    void clearLocked();

    std::mutex m_mutex;
    bool m_isTerminal = false;
    bool m_hasProgress = false;
    std::chrono::steady_clock::time_point m_lastProgress {};
};

// Writes to standard output, escaped as printableLines() does: whatever a file names, a terminal obeys
// nothing of it. Io when it cannot be written (a full disk, a closed pipe).
void print(std::string_view text);

} // namespace weightless::cli
