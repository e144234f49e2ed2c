// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httporigin.h"

#include "engine/base/error.h"
#include "engine/http/httpresource.h"
#include "engine/http/structuresource.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace weightless::http {

namespace {

// The same rules as for folders, and those that a URL adds.
void checkLocation(const std::string& location)
{
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorKind::InvalidArgument,
            "its external data \"" + location.substr(0, 200) + "\" is refused: " + reason);
    };
    if (location.find('\0') != std::string::npos) {
        refuse("the path contains a zero byte");
    }
    if (location.starts_with('/') || location.find(':') != std::string::npos
        || location.find('\\') != std::string::npos) {
        refuse("only files beside the model are read, by a relative path");
    }
    std::string_view rest = location;
    while (!rest.empty()) {
        const size_t slash = rest.find('/');
        if (rest.substr(0, slash) == "..") {
            refuse("the path contains \"..\"; only files beside the model are read");
        }
        rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
    }
}

// A file that is kept whole is a file of this machine: its pages can be imported.
SourceRange rangeOf(const std::shared_ptr<const HttpResource>& resource)
{
    if (resource->cache() != nullptr) {
        if (auto kept = resource->cache()->completeFile()) {
            return FileRange {std::move(kept), 0, resource->sizeBytes()};
        }
    }
    return ResourceRange {resource, 0, resource->sizeBytes()};
}

} // namespace

HttpOrigin::HttpOrigin(std::shared_ptr<HttpClient> client, const Url& url, std::stop_token stop)
    : m_client(std::move(client))
    , m_url(url)
    , m_stop(std::move(stop))
    , m_model(HttpResource::open(m_client, m_url, m_stop))
    , m_cache(std::make_shared<BlockCache>(m_model))
{
}

std::shared_ptr<const ByteSource> HttpOrigin::model() const
{
    return std::make_shared<StructureSource>(m_cache, m_client->options().structureLimitBytes);
}

std::filesystem::path HttpOrigin::path() const
{
    const std::string& shown = m_url.shown();
    return std::filesystem::path(std::u8string(shown.begin(), shown.end()));
}

SourceRange HttpOrigin::modelRange() const
{
    return rangeOf(m_model);
}

SourceRange HttpOrigin::externalRange(const std::string& location)
{
    checkLocation(location);
    if (const auto missing = m_missing.find(location); missing != m_missing.end()) {
        throw missing->second;
    }
    auto& resource = m_external[location];
    if (resource == nullptr) {
        try {
            const SiblingQuery query = m_client->options().externalQuery;
            resource = HttpResource::open(m_client, m_url.sibling(location, query), m_stop);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled) {
                throw;
            }
            const Error failure(error.kind(), "its external data cannot be had: " + error.message());
            m_missing.emplace(location, failure);
            throw failure;
        }
    }
    return rangeOf(resource);
}

std::shared_ptr<const ByteSource> HttpOrigin::openExternal(const SourceRange& range)
{
    if (const auto* kept = std::get_if<FileRange>(&range)) {
        return File::open(*kept->file);
    }
    const auto& resource = std::get<ResourceRange>(range).resource;
    if (resource == m_model) {
        return m_cache; // a server without ranges has one transfer, which two caches would tear back and
                        // forth
    }
    auto& cache = m_externalCaches[resource.get()];
    if (cache == nullptr) {
        cache = std::make_shared<BlockCache>(resource);
    }
    return cache;
}

std::shared_ptr<ModelOrigin> serverOrigin(
    const std::string& location, const HttpOptions& httpOptions, const std::stop_token& stop)
{
    if (!isHttpUrl(location)) {
        return nullptr;
    }
    return std::make_shared<HttpOrigin>(HttpClient::create(httpOptions), Url(location), stop);
}

} // namespace weightless::http
