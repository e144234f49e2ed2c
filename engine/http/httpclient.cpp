// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpclient.h"

#include <utility>

namespace weightless::http {

std::shared_ptr<HttpClient> HttpClient::create(HttpOptions options)
{
    return std::shared_ptr<HttpClient>(new HttpClient(std::move(options)));
}

HttpClient::HttpClient(HttpOptions options)
    : m_options(std::move(options))
{
}

HttpClient::Lease HttpClient::connect()
{
    std::unique_ptr<HttpStream> stream;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_idle.empty()) {
            stream = std::move(m_idle.back());
            m_idle.pop_back();
        }
    }
    if (!stream) {
        stream = std::make_unique<HttpStream>(m_options);
    }
    return {shared_from_this(), std::move(stream)};
}

void HttpClient::giveBack(std::unique_ptr<HttpStream> stream) noexcept
{
    stream->close();
    stream->setGate({});
    const std::scoped_lock lock(m_mutex);
    if (m_idle.size() < m_options.connectionCount) {
        try {
            m_idle.push_back(std::move(stream));
        } catch (...) { // no memory to remember it: the connection ends
        }
    }
}

HttpClient::Lease::Lease(std::shared_ptr<HttpClient> client, std::unique_ptr<HttpStream> stream)
    : m_client(std::move(client))
    , m_stream(std::move(stream))
{
}

HttpClient::Lease::~Lease()
{
    if (m_stream) {
        m_client->giveBack(std::move(m_stream));
    }
}

} // namespace weightless::http
