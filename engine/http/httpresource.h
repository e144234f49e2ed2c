// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytesource.h"
#include "engine/http/httpfile.h"
#include "engine/http/httpstretch.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::http {

// A file on a server as bytes to be read: every answer is held against the first. Keeps the URL with its
// credentials to itself. Any thread.
class HttpResource final : public ByteSource {
public:
    // See openFile().
    [[nodiscard]] static std::shared_ptr<const HttpResource> open(
        std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop);
    // See openFileIfThere(); null where there is no such file.
    [[nodiscard]] static std::shared_ptr<const HttpResource> openIfThere(
        std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop);

    [[nodiscard]] std::string name() const override { return m_file->url.shown(); }
    [[nodiscard]] uint64_t sizeBytes() const override { return m_file->facts.sizeBytes; }

    // One request, or several where connections drop. From a server that sends files only whole, reading on
    // from where the last read ended continues that transfer, and reading before it begins anew.
    void readAt(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const override;

    [[nodiscard]] bool readsAnywhere() const override { return supportsRanges() || cache() != nullptr; }

    // Every answer of the server is checked; there is nothing to ask for beside them.
    void checkUnchanged() const override { }

    [[nodiscard]] const std::shared_ptr<const HttpFile>& file() const { return m_file; }
    // False: the server sends the file only whole, from its first byte.
    [[nodiscard]] bool supportsRanges() const { return m_file->facts.supportsRanges; }
    // What is kept on disk of this version; null without a cache.
    [[nodiscard]] HttpCache* cache() const { return m_file->cache.get(); }

private:
    explicit HttpResource(OpenedFile opened);
    void readInOrder(
        uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const;

    std::shared_ptr<const HttpFile> m_file;
    std::vector<std::byte> m_head;
    mutable std::mutex m_mutex; // guards m_inOrder
    mutable std::unique_ptr<HttpStretch> m_inOrder; // without ranges: the transfer that reads continue
};

} // namespace weightless::http
