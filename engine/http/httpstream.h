// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpmessage.h"
#include "engine/http/httpoptions.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

namespace weightless::http {

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
    // Sees what is read, piece by piece in its order; throws nothing.
    using Witness = std::function<void(std::span<const std::byte> piece)>;
    // Cancelled within milliseconds of a stop request. `target` is never read, which may be device memory;
    // whoever wants the bytes for something else too has a witness.
    [[nodiscard]] Read read(
        std::span<std::byte> target, const std::stop_token& stop, const Witness& witness = {});

    // Drops the exchange; the connection is kept only when the body was read to its end.
    void close() noexcept;

private:
    struct Internals;
    std::unique_ptr<Internals> m_internals;
};

} // namespace weightless::http
