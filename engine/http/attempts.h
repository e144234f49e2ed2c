// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpmessage.h"
#include "engine/http/httpoptions.h"

#include <cstdint>
#include <stop_token>

namespace weightless::http {

// Counts the attempts in a row that brought nearly nothing, and says how long to wait before the next.
class Attempts {
public:
    explicit Attempts(const HttpOptions& options)
        : m_options(options)
    {
    }

    // An attempt begins that is to bring so many bytes.
    void began(uint64_t wantedBytes);
    void brought(uint64_t bytes) { m_broughtBytes += bytes; }

    // The attempt has ended early. Waits before the next one: as long as the server asks for, and the
    // options' delay if it brought nearly nothing. Throws Io, naming URL, offset and reason, when there shall
    // be none; Cancelled.
    void failed(
        const Url& url, const HttpFailure& failure, uint64_t offsetBytes, const std::stop_token& stop);

private:
    const HttpOptions& m_options;
    uint64_t m_wantedBytes = UINT64_MAX; // of the attempt under way
    uint64_t m_broughtBytes = 0;
    unsigned m_failed = 0;
};

} // namespace weightless::http
