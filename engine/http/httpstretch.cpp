// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpstretch.h"

#include "engine/base/bytes.h"
#include "engine/http/httpstatus.h"

#include <algorithm>
#include <array>
#include <utility>

namespace weightless::http {

HttpStretch::HttpStretch(
    std::shared_ptr<const HttpFile> file, uint64_t begin, uint64_t end, std::function<void()> gate)
    : m_file(std::move(file))
    , m_stream(m_file->client->connect())
    , m_position(begin)
    , m_end(end)
    , m_attempts(m_file->client->options())
{
    m_stream->setGate(std::move(gate));
}

void HttpStretch::open(const std::stop_token& stop)
{
    HttpRequest request;
    request.url = &m_file->url;
    std::optional<uint64_t> first; // that is asked for
    if (m_file->facts.supportsRanges) {
        first = m_position;
        request.range = HttpRequest::Range {m_position, m_end - 1};
        request.ifRange = m_file->facts.strongTag();
    }
    HttpResponse response;
    m_attempts.began(m_end - m_position);
    std::optional<HttpFailure> failure = m_stream->open(request, response, stop);
    if (!failure) {
        failure = failureOf(response);
    }
    if (failure) {
        m_attempts.failed(m_file->url, *failure, m_position, stop);
        return;
    }
    if (const std::string mismatch = describeMismatch(m_file->facts, response, first); !mismatch.empty()) {
        throw readError(m_file->url, mismatch);
    }
    m_streamPosition = first.value_or(0);
    m_streamEnd = response.contentRange ? response.contentRange->last + 1 : m_file->facts.sizeBytes;
    m_isOpen = true;
}

size_t HttpStretch::readSome(std::span<std::byte> target, const std::stop_token& stop)
{
    HttpCache* cache = m_file->cache.get();
    if (const size_t kept = cache != nullptr ? cache->read(m_position, target) : 0; kept > 0) {
        m_isOpen = false; // an exchange under way would bring the same again
        return kept;
    }
    for (;;) {
        if (!m_isOpen) {
            open(stop);
            continue;
        }
        // A file that is only sent whole is received again from its beginning.
        std::array<std::byte, 16 * KiB> discarded {};
        const bool discards = m_streamPosition < m_position;
        const uint64_t wanted = discards ? m_position - m_streamPosition : target.size();
        const auto room = (discards ? std::span<std::byte>(discarded) : target)
                              .first(static_cast<size_t>(std::min({wanted, m_streamEnd - m_streamPosition,
                                  discards ? uint64_t {discarded.size()} : wanted})));
        const HttpStream::Read read = m_stream->read(room, stop, keeping(discards));
        m_streamPosition += read.count;
        m_isOpen = read.count == room.size() && m_streamPosition < m_streamEnd;
        const bool isBrought = !discards && read.count > 0;
        if (isBrought) {
            m_attempts.brought(read.count);
        }
        if (!m_isOpen && m_streamPosition < m_end) {
            m_attempts.failed(m_file->url,
                read.failure.value_or(HttpFailure {"the server ended before the file did", true}),
                m_streamPosition, stop);
        }
        if (isBrought) {
            return read.count;
        }
    }
}

// Into the cache as it comes.
HttpStream::Witness HttpStretch::keeping(bool discards) const
{
    HttpCache* cache = m_file->cache.get();
    if (discards || cache == nullptr) {
        return {};
    }
    return [cache, offset = m_position](std::span<const std::byte> piece) mutable {
        cache->write(offset, piece);
        offset += piece.size();
    };
}

void HttpStretch::read(std::span<std::byte> target, const std::stop_token& stop)
{
    while (!target.empty()) {
        const size_t count = readSome(target, stop);
        m_position += count;
        target = target.subspan(count);
    }
}

void HttpStretch::skipTo(uint64_t position, const std::stop_token& stop)
{
    std::array<std::byte, 16 * KiB> skipped {};
    while (m_position < position) {
        const uint64_t count = std::min<uint64_t>(skipped.size(), position - m_position);
        read(std::span<std::byte>(skipped).first(static_cast<size_t>(count)), stop);
    }
}

} // namespace weightless::http
