// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>

namespace weightless::cli {

// While one of these lives, Ctrl-C (and a request to terminate, and the end of the terminal) asks for a stop
// instead of ending the program; a second Ctrl-C ends it at once. One object at a time: a signal's handler is
// the process's.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    struct System; // one definition per system

    std::stop_source m_source;
    std::unique_ptr<System> m_system;
};

} // namespace weightless::cli
