// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpmessage.h"
#include "engine/http/httpoptions.h"

#include <cstdint>
#include <stop_token>

namespace weightless::http {

// Counts the attempts in a row that brought nothing, and says how long to wait before the next.
class Attempts {
public:
    explicit Attempts(const HttpOptions& options)
        : m_options(options)
    {
    }

    void progressed() { m_failed = 0; }

    // Waits before the next attempt: as long as the server asks for, at least the options' delay. Throws Io,
    // naming URL, offset and reason, when there shall be none; Cancelled.
    void failed(
        const Url& url, const HttpFailure& failure, uint64_t offsetBytes, const std::stop_token& stop);

private:
    const HttpOptions& m_options;
    unsigned m_failed = 0;
};

} // namespace weightless::http
