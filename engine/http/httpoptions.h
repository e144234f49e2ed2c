// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/http/url.h"

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace weightless::http {

// How servers are talked to.
struct HttpOptions {
    unsigned connectionCount = 4; // of one load, to one server
    unsigned redirectLimit = 5;
    unsigned attemptLimit = 4; // attempts in a row that bring nothing, or nearly so
    std::chrono::milliseconds retryDelay {250}; // before the second attempt; doubled for each further one
    // A server that asks to be left alone (Retry-After) is, before the next attempt; one that asks for longer
    // than this has failed.
    std::chrono::seconds retryAfterLimit {60};
    std::chrono::seconds connectTimeout {15};
    // A connection that brings less than this for that long is given up (and tried again).
    uint64_t stallBytesPerSecond = 1024;
    std::chrono::seconds stallTimeout {30};
    // Of a model's structure, its weights skipped, as it is received to be read once: a file that goes on
    // beyond has no end. Twice what a reader lets a structure take.
    uint64_t structureLimitBytes = 4ull << 30;
    std::filesystem::path cacheFolder; // keeps what was received for the next time; empty: nothing is kept
    LogSink log; // hears where nothing can be kept although a folder is there
    SiblingQuery externalQuery = SiblingQuery::None; // of external data, beside a model whose URL has one
    std::filesystem::path certificates; // a file of trusted certificates; empty: the system's
};

} // namespace weightless::http
