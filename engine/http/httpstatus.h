// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpoptions.h"
#include "engine/http/httpstream.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace weightless::http {

// "404 Not Found".
[[nodiscard]] std::string statusText(int status);

// What a status other than success means for somebody who wants a file; nullopt for 200, 206 and 416.
[[nodiscard]] std::optional<HttpFailure> failureOf(int status);

// Why this is no model or data file although the server calls it a success: a web page, something compressed.
// Empty when nothing speaks against it.
[[nodiscard]] std::string describeForeignContent(
    const HttpResponse& response, std::span<const std::byte> head);

// Counts failures in a row and says whether to go on.
class Attempts {
public:
    explicit Attempts(const HttpOptions& options)
        : m_options(options)
    {
    }

    void progressed() { m_failed = 0; }

    // Waits before the next attempt. Throws Io, naming URL, offset and reason, when there shall be none;
    // Cancelled.
    void failed(
        const Url& url, const HttpFailure& failure, uint64_t offsetBytes, const std::stop_token& stop);

private:
    const HttpOptions& m_options;
    unsigned m_failed = 0;
};

} // namespace weightless::http
