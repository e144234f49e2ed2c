// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytesource.h"
#include "engine/http/httpoptions.h"
#include "tests/engine/http/testserver.h"

#include <QByteArray>

#include <string>

namespace weightless::testing {

// Bytes of which no two neighbourhoods are alike.
inline std::string pattern(size_t bytes)
{
    std::string text(bytes, '\0');
    uint64_t state = 0x9e3779b97f4a7c15ull;
    for (char& byte : text) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        byte = static_cast<char>(state >> 56);
    }
    return text;
}

inline std::string contentOf(const ByteSource& source, uint64_t offset, uint64_t count)
{
    std::string content(count, '\0');
    source.readAt(offset, std::as_writable_bytes(std::span(content)), {});
    return content;
}

// Three attempts that follow each other at once.
inline http::HttpOptions impatient()
{
    http::HttpOptions options;
    options.attemptLimit = 3;
    options.retryDelay = std::chrono::milliseconds(1);
    options.stallTimeout = std::chrono::seconds(5);
    return options;
}

// The same for tests that no stall is part of, on a machine where something else takes the processor.
inline http::HttpOptions patient()
{
    http::HttpOptions options = impatient();
    options.stallTimeout = std::chrono::seconds(60);
    return options;
}

// The loopback server is reached directly, whatever the environment says.
inline void keepFromProxies()
{
    qputenv("no_proxy", "*");
    qputenv("NO_PROXY", "*");
}

} // namespace weightless::testing
