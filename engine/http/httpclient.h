// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/http/httpstream.h"

#include <memory>
#include <mutex>
#include <vector>

namespace weightless::http {

// Connections to servers and how to behave on them. Kept by every file that is opened with it; any thread.
class HttpClient : public std::enable_shared_from_this<HttpClient> {
public:
    [[nodiscard]] static std::shared_ptr<HttpClient> create(HttpOptions options = {});

    [[nodiscard]] const HttpOptions& options() const { return m_options; }

    // A connection from those that are idle, or a new one; given back when the lease dies.
    class Lease {
    public:
        Lease(std::shared_ptr<HttpClient> client, std::unique_ptr<HttpStream> stream);
        ~Lease();
        Lease(Lease&& other) noexcept = default;
        Lease& operator=(Lease&& other) = delete;
        [[nodiscard]] HttpStream& operator*() const { return *m_stream; }
        [[nodiscard]] HttpStream* operator->() const { return m_stream.get(); }

    private:
        std::shared_ptr<HttpClient> m_client;
        std::unique_ptr<HttpStream> m_stream;
    };
    [[nodiscard]] Lease connect();

private:
    explicit HttpClient(HttpOptions options);
    void giveBack(std::unique_ptr<HttpStream> stream) noexcept;

    HttpOptions m_options;
    std::mutex m_mutex; // guards m_idle
    std::vector<std::unique_ptr<HttpStream>> m_idle;
};

} // namespace weightless::http
