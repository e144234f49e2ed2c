// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpfile.h"

#include "engine/base/bytes.h"
#include "engine/base/file.h"
#include "engine/base/log.h"
#include "engine/http/attempts.h"
#include "engine/http/httpstatus.h"

#include <algorithm>
#include <utility>

namespace weightless::http {

namespace {

// Enough to see what a file is, and all of a small one.
constexpr uint64_t headBytes = 64 * KiB;

// The body's first bytes. A server may send less of the file than it was asked for, and a connection may
// drop: what came is enough, unless it is nothing.
std::variant<std::vector<std::byte>, HttpFailure> readHead(
    HttpStream& stream, const HttpResponse& response, const FileFacts& facts, const std::stop_token& stop)
{
    uint64_t promised = std::min(headBytes, facts.sizeBytes);
    if (facts.supportsRanges) {
        promised = std::min(promised, response.contentRange->last + 1);
    }
    std::vector<std::byte> head(static_cast<size_t>(promised));
    const HttpStream::Read read = stream.read(head, stop);
    head.resize(read.count);
    if (head.empty() && promised > 0) {
        return read.failure.value_or(HttpFailure {"the server sent none of the file's bytes", true});
    }
    return head;
}

// Small files come whole with the first answer, each time: nothing is lost when they are not kept.
void warnOfNoCache(const HttpFile& file, const std::string& reason)
{
    if (file.facts.sizeBytes > headBytes) {
        logTo(file.client->options().log, LogLevel::Warning,
            "nothing of '" + file.url.shown() + "' is kept for the next time: " + reason);
    }
}

// Null, and said, without anything that tells versions apart.
std::unique_ptr<HttpCache> openCache(const HttpFile& file, std::span<const std::byte> head)
{
    const std::string& version = file.facts.version();
    const auto& folder = file.client->options().cacheFolder;
    if (folder.empty() || file.facts.sizeBytes == 0) {
        return nullptr;
    }
    if (version.empty()) {
        warnOfNoCache(file,
            "the server tells neither a strong ETag nor a date (Last-Modified) to know this version by");
        return nullptr;
    }
    std::string problem;
    auto cache = HttpCache::open(folder, file.url.identity(), version, file.facts.sizeBytes, &problem);
    if (cache) {
        cache->setProblemSink(
            [log = file.client->options().log, url = file.url.shown()](const std::string& reason) {
                logTo(log, LogLevel::Warning,
                    "what is received of '" + url + "' from now on is not kept for the next time: " + reason);
            });
        cache->write(0, head);
    } else {
        warnOfNoCache(file, problem);
    }
    return cache;
}

std::optional<OpenedFile> open(
    std::shared_ptr<HttpClient> client, const Url& url, bool mayBeMissing, const std::stop_token& stop)
{
    const HttpClient::Lease stream = client->connect();
    HttpRequest request;
    request.url = &url;
    request.range = HttpRequest::Range {0, headBytes - 1};
    Attempts attempts(client->options());
    for (;;) {
        HttpResponse response;
        std::optional<HttpFailure> failure = stream->open(request, response, stop);
        if (!failure) {
            auto facts = factsOf(response);
            if (auto* known = std::get_if<FileFacts>(&facts)) {
                auto head = readHead(*stream, response, *known, stop);
                if (auto* bytes = std::get_if<std::vector<std::byte>>(&head)) {
                    if (const std::string foreign = describeForeignContent(response, *bytes);
                        !foreign.empty()) {
                        throw readError(url, foreign);
                    }
                    auto file =
                        std::make_shared<HttpFile>(HttpFile {std::move(client), url, std::move(*known)});
                    file->cache = openCache(*file, *bytes);
                    return OpenedFile {std::move(file), std::move(*bytes)};
                }
                failure = std::get<HttpFailure>(std::move(head));
            } else {
                failure = std::get<HttpFailure>(std::move(facts));
            }
        }
        if (failure->isMissing && mayBeMissing) {
            return std::nullopt;
        }
        attempts.failed(url, *failure, 0, stop);
    }
}

} // namespace

OpenedFile openFile(std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop)
{
    return *open(std::move(client), url, false, stop); // or it has thrown
}

std::optional<OpenedFile> openFileIfThere(
    std::shared_ptr<HttpClient> client, const Url& url, const std::stop_token& stop)
{
    return open(std::move(client), url, true, stop);
}

} // namespace weightless::http
