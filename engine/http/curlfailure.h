// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Included only by this folder's sources, as libcurl is.

#include "engine/http/httpmessage.h"

#include <curl/curl.h>

#include <string>

namespace weightless::http {

// An exchange that libcurl ended with an error.
struct FailedExchange {
    CURL* easy = nullptr; // not owned
    CURLcode result = CURLE_OK;
    std::string detail; // libcurl's own words
    bool isSecure = false; // it may not leave https
    unsigned redirectLimit = 0;
};

// What that means for somebody who wants a file, and whether another attempt may go better.
[[nodiscard]] HttpFailure describeFailure(const FailedExchange& exchange);

} // namespace weightless::http
