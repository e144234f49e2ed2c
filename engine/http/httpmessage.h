// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/url.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace weightless::http {

struct HttpRequest {
    const Url* url = nullptr;
    // Bytes [first, last] of the file; nullopt for all of it.
    struct Range {
        uint64_t first = 0;
        uint64_t last = 0;
    };
    std::optional<Range> range;
    std::string ifRange; // a strong entity tag: the range only if the file is still that one
};

// The header of the answer that counts, behind all redirects.
struct HttpResponse {
    int status = 0;
    std::string contentType;
    std::string entityTag;
    std::string lastModified;
    std::string contentEncoding;
    std::string transferEncoding;
    std::optional<uint64_t> contentLength; // of the body as it is sent
    struct ContentRange {
        uint64_t first = 0;
        uint64_t last = 0;
        std::optional<uint64_t> total;
    };
    std::optional<ContentRange> contentRange; // what the server says it sends
    std::optional<uint64_t> unsatisfiedTotal; // "bytes */123" of a 416
    std::optional<std::chrono::seconds> retryAfter; // how long it wants to be left alone
};

// Why an exchange ended early. Transient: another attempt may go better.
struct HttpFailure {
    std::string reason; // "the connection was lost (…)"
    bool isTransient = false;
    std::optional<std::chrono::seconds> retryAfter {};
    bool isMissing = false; // the server knows of no such file
    std::string advice {}; // "check host and port"; may be empty
};

// Decimal digits and nothing else, below 2^64.
[[nodiscard]] std::optional<uint64_t> numberOf(std::string_view text);

// Makes a response of what a header's fields say (RFC 9110); what is malformed counts as not said. `field`
// returns the value of the field of that name, nullopt when there is none. contentLength and retryAfter are
// the caller's to fill in. Reads nothing else: any bytes will do.
[[nodiscard]] HttpResponse readFields(
    int status, const std::function<std::optional<std::string>(const char* name)>& field);

} // namespace weightless::http
