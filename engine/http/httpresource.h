// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytesource.h"
#include "engine/base/error.h"
#include "engine/http/httpcache.h"
#include "engine/http/httpclient.h"
#include "engine/http/url.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::http {

class HttpStretch;

// One file on a server, as it was when it was opened: every later answer is held against that. Keeps the URL
// with its credentials to itself. Any thread.
class HttpResource final : public ByteSource, public std::enable_shared_from_this<HttpResource> {
public:
    // See HttpClient::open().
    [[nodiscard]] static std::shared_ptr<const HttpResource> open(
        std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop);
    ~HttpResource() override;

    [[nodiscard]] std::string name() const override { return m_url.shown(); }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_sizeBytes; }

    // One request, or several where connections drop. From a server that sends files only whole, reading on
    // from where the last read ended continues that transfer, and reading before it begins anew.
    void readAt(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const override;

    // Every answer of the server is checked; there is nothing to ask for beside them.
    void checkUnchanged() const override { }

    [[nodiscard]] const Url& url() const { return m_url; }
    [[nodiscard]] const std::shared_ptr<HttpClient>& client() const { return m_client; }
    // False: the server sends the file only whole, from its first byte.
    [[nodiscard]] bool supportsRanges() const { return m_supportsRanges; }

    // What is kept on disk of this version; null without a cache.
    [[nodiscard]] HttpCache* cache() const { return m_cache.get(); }

    // For If-Range: the entity tag if it is a strong one, else empty.
    [[nodiscard]] std::string strongTag() const;
    // Io when an answer is not about the file that was opened, or is none to a request for its bytes from
    // `first` on (`isRange`) or for all of it.
    void check(const HttpResponse& response, bool isRange, uint64_t first) const;

private:
    HttpResource(std::shared_ptr<HttpClient> client, Url url);
    void probe(const std::stop_token& stop);
    void openCache();
    void readInOrder(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const;

    std::shared_ptr<HttpClient> m_client;
    Url m_url;
    uint64_t m_sizeBytes = 0;
    bool m_supportsRanges = false;
    std::string m_entityTag;
    std::string m_lastModified;
    std::vector<std::byte> m_head; // the file's first bytes, which came with the first answer
    std::unique_ptr<HttpCache> m_cache;
    mutable std::mutex m_mutex; // guards m_inOrder
    mutable std::unique_ptr<HttpStretch> m_inOrder; // without ranges: the transfer that reads continue
};

// "Cannot read 'https://host/model.onnx': <reason>".
[[nodiscard]] Error readError(const Url& url, const std::string& reason);

} // namespace weightless::http
