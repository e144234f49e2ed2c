// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpresource.h"

#include "engine/http/httpstatus.h"

#include <algorithm>
#include <utility>

namespace weightless::http {

HttpResource::HttpResource(OpenedFile opened)
    : m_file(std::move(opened.file))
    , m_head(std::move(opened.head))
{
}

std::shared_ptr<const HttpResource> HttpResource::open(
    std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop)
{
    return std::shared_ptr<const HttpResource>(new HttpResource(openFile(std::move(client), url, stop)));
}

std::shared_ptr<const HttpResource> HttpResource::openIfThere(
    std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop)
{
    std::optional<OpenedFile> opened = openFileIfThere(std::move(client), url, stop);
    return opened ? std::shared_ptr<const HttpResource>(new HttpResource(std::move(*opened))) : nullptr;
}

void HttpResource::readAt(
    uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const
{
    if (offsetBytes > sizeBytes() || destination.size() > sizeBytes() - offsetBytes) {
        throw readError(m_file->url,
            std::to_string(destination.size()) + " bytes at " + std::to_string(offsetBytes)
                + " were expected, but it has " + std::to_string(sizeBytes()));
    }
    if (offsetBytes < m_head.size()) {
        const auto known = std::span(m_head).subspan(static_cast<size_t>(offsetBytes));
        const size_t count = std::min(known.size(), destination.size());
        std::ranges::copy(known.first(count), destination.begin());
        destination = destination.subspan(count);
        offsetBytes += count;
    }
    if (destination.empty()) {
        return;
    }
    if (!supportsRanges()) {
        readInOrder(offsetBytes, destination, stop);
        return;
    }
    HttpStretch(m_file, offsetBytes, offsetBytes + destination.size()).read(destination, stop);
}

void HttpResource::readInOrder(
    uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const
{
    const std::scoped_lock lock(m_mutex);
    if (!m_inOrder || m_inOrder->position() > offsetBytes) {
        m_inOrder = std::make_unique<HttpStretch>(m_file, offsetBytes, sizeBytes());
    }
    try {
        m_inOrder->skipTo(offsetBytes, stop);
        m_inOrder->read(destination, stop);
    } catch (...) {
        m_inOrder.reset();
        throw;
    }
}

} // namespace weightless::http
