// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpresource.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/http/httpstatus.h"
#include "engine/http/httpstretch.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace weightless::http {

namespace {

// Enough to see what a file is, and all of a small one.
constexpr uint64_t headBytes = 64 * KiB;

bool isStrong(const std::string& tag)
{
    return !tag.empty() && !tag.starts_with("W/");
}

} // namespace

Error readError(const Url& url, const std::string& reason)
{
    return {ErrorKind::Io, "Cannot read '" + url.shown() + "': " + reason};
}

HttpResource::HttpResource(std::shared_ptr<HttpClient> client, Url url)
    : m_client(std::move(client))
    , m_url(std::move(url))
{
}

HttpResource::~HttpResource() = default;

std::shared_ptr<const HttpResource> HttpResource::open(
    std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop)
{
    const std::shared_ptr<HttpResource> resource(new HttpResource(std::move(client), url));
    resource->probe(stop);
    return resource;
}

void HttpResource::probe(const std::stop_token& stop)
{
    const HttpClient::Lease stream = m_client->connect();
    HttpRequest request;
    request.url = &m_url;
    request.range = HttpRequest::Range {0, headBytes - 1};
    Attempts attempts(m_client->options());
    for (;;) {
        HttpResponse response;
        std::optional<HttpFailure> failure = stream->open(request, response, stop);
        if (!failure) {
            failure = failureOf(response.status);
        }
        if (!failure && response.status == 206 && response.contentRange && response.contentRange->total
            && response.contentRange->first == 0) {
            m_supportsRanges = true;
            m_sizeBytes = *response.contentRange->total;
        } else if (!failure && response.status == 200 && response.contentLength) {
            m_sizeBytes = *response.contentLength;
        } else if (!failure && response.status == 416 && response.unsatisfiedTotal == 0u) {
            return; // an empty file, which has no first byte
        } else if (!failure && response.status == 416) {
            failure = HttpFailure {
                "the server answers " + statusText(416) + " to a request for the file's first bytes", false};
        } else if (!failure) {
            failure =
                HttpFailure {"the server does not tell how large the file is (" + statusText(response.status)
                        + " without a length); download the file and open it from there",
                    false};
        }
        if (!failure) {
            m_entityTag = response.entityTag;
            m_lastModified = response.lastModified;
            m_head.resize(static_cast<size_t>(std::min(headBytes, m_sizeBytes)));
            const HttpStream::Read read = stream->read(m_head, stop);
            failure = read.failure;
            if (!failure && read.count < m_head.size()) {
                failure = HttpFailure {"the server ended after " + std::to_string(read.count) + " of "
                        + std::to_string(m_head.size()) + " bytes",
                    true};
            }
        }
        if (!failure) {
            if (const std::string foreign = describeForeignContent(response, m_head); !foreign.empty()) {
                throw readError(m_url, foreign);
            }
            openCache();
            return;
        }
        attempts.failed(m_url, *failure, 0, stop);
    }
}

// Without anything that tells versions apart nothing is kept.
void HttpResource::openCache()
{
    const std::string version = m_entityTag.empty() ? m_lastModified : m_entityTag;
    const auto& folder = m_client->options().cacheFolder;
    if (!folder.empty() && !version.empty()) {
        m_cache = HttpCache::open(folder, m_url.identity(), version, m_sizeBytes);
    }
    if (m_cache) {
        m_cache->write(0, m_head);
    }
}

std::string HttpResource::strongTag() const
{
    return isStrong(m_entityTag) ? m_entityTag : std::string();
}

void HttpResource::check(const HttpResponse& response, bool isRange, uint64_t first) const
{
    const auto total =
        isRange && response.contentRange ? response.contentRange->total : response.contentLength;
    const bool isOther =
        (!m_entityTag.empty() && !response.entityTag.empty() && response.entityTag != m_entityTag)
        || (!m_lastModified.empty() && !response.lastModified.empty() && m_entityTag.empty()
            && response.lastModified != m_lastModified)
        || (total && *total != m_sizeBytes) || (isRange && response.status == 200)
        || (isRange && response.status == 416);
    if (isOther) {
        throw readError(m_url,
            "the file on the server was changed since it was opened (it had " + std::to_string(m_sizeBytes)
                + " bytes" + (m_entityTag.empty() ? "" : ", version " + m_entityTag)
                + "); open the model again");
    }
    if (isRange && (!response.contentRange || response.contentRange->first != first)) {
        throw readError(m_url,
            "the server answers a request for the bytes from " + std::to_string(first) + " on with "
                + (response.contentRange ? "those from " + std::to_string(response.contentRange->first)
                                         : std::string("no range"))
                + "; it cannot be read in parts");
    }
}

void HttpResource::readAt(
    uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const
{
    if (offsetBytes > m_sizeBytes || destination.size() > m_sizeBytes - offsetBytes) {
        throw readError(m_url,
            std::to_string(destination.size()) + " bytes at " + std::to_string(offsetBytes)
                + " were expected, but it has " + std::to_string(m_sizeBytes));
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
    if (!m_supportsRanges) {
        readInOrder(offsetBytes, destination, stop);
        return;
    }
    HttpStretch(shared_from_this(), offsetBytes, offsetBytes + destination.size()).read(destination, stop);
}

void HttpResource::readInOrder(
    uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const
{
    const std::scoped_lock lock(m_mutex);
    // The stretch would keep this resource, which keeps the stretch: it gets a pointer without ownership.
    if (!m_inOrder || m_inOrder->position() > offsetBytes) {
        m_inOrder = std::make_unique<HttpStretch>(
            std::shared_ptr<const HttpResource>(std::shared_ptr<void>(), this), offsetBytes, m_sizeBytes);
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
