// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpoptions.h"
#include "engine/http/url.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

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
    std::optional<uint64_t> contentLength;
    struct ContentRange {
        uint64_t first = 0;
        uint64_t last = 0;
        std::optional<uint64_t> total;
    };
    std::optional<ContentRange> contentRange; // what the server says it sends
    std::optional<uint64_t> unsatisfiedTotal; // "bytes */123" of a 416
};

// Why an exchange ended early. Transient: another attempt may go better.
struct HttpFailure {
    std::string reason; // "the connection was lost (…)"
    bool isTransient = false;
};

// One connection to a server, kept open from request to request, with at most one exchange at a time. The
// body is pulled: it is received into the caller's memory, and while nobody reads, the server waits. One
// thread at a time.
class HttpStream {
public:
    explicit HttpStream(const HttpOptions& options);
    ~HttpStream();
    HttpStream(const HttpStream&) = delete;
    HttpStream& operator=(const HttpStream&) = delete;

    // CPU memory that one stream takes. What is in it when a slice is full is copied aside, so it is small
    // beside a slice.
    static constexpr uint64_t bufferBytes = 128 * 1024;

    // Called before every wait for data; may block, which pauses the exchange.
    void setGate(std::function<void()> gate);

    // Sends the request and waits for the answer's header; an exchange under way is dropped. The failure when
    // there is none. Cancelled.
    [[nodiscard]] std::optional<HttpFailure> open(
        const HttpRequest& request, HttpResponse& response, const std::stop_token& stop);

    struct Read {
        size_t count = 0; // less than asked for only at the end of the body or with a failure
        std::optional<HttpFailure> failure;
    };
    // Cancelled within milliseconds of a stop request.
    [[nodiscard]] Read read(std::span<std::byte> target, const std::stop_token& stop);

    // Drops the exchange; the connection is kept only when the body was read to its end.
    void close() noexcept;

private:
    struct Internals;
    std::unique_ptr<Internals> m_internals;
};

} // namespace weightless::http
