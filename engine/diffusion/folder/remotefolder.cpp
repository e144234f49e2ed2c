// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/folder/remotefolder.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/sizetext.h"
#include "engine/http/httpclient.h"
#include "engine/http/httpresource.h"
#include "engine/http/url.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace weightless::diffusion {

namespace {

constexpr std::string_view indexName = "model_index.json";
constexpr uint64_t fitsFirstAnswerBytes = 32 * KiB; // nothing more is asked for to read it

// Of the index in a folder.
http::Url indexUrl(std::string url)
{
    const size_t end = std::min(url.find_first_of("?#"), url.size());
    const std::string_view path = std::string_view(url).substr(0, end);
    const bool needsSlash = !path.ends_with('/');
    if (!path.ends_with(indexName)) {
        url.insert(end, indexName);
        url.insert(end, needsSlash ? 1 : 0, '/');
    }
    return http::Url(url);
}

// Models are only looked for here: whoever loads one is told whether it can be kept.
http::HttpOptions withoutLog(http::HttpOptions options)
{
    options.log = {};
    return options;
}

class RemoteFiles final : public FolderFiles {
public:
    RemoteFiles(const http::Url& index, http::HttpOptions options, std::stop_token stop)
        : m_client(http::HttpClient::create(withoutLog(std::move(options))))
        , m_index(index)
        , m_stop(std::move(stop))
    {
    }

    [[nodiscard]] std::string shownName(const std::string& name) const override
    {
        std::string shown = m_index.shown();
        shown.resize(shown.find_last_of('/') + 1);
        shown.insert(0, 1, '\'');
        shown += name;
        shown += '\'';
        return shown;
    }
    [[nodiscard]] bool has(const std::string& name) const override
    {
        const std::scoped_lock lock(m_mutex);
        return find(name).isThere;
    }
    [[nodiscard]] std::string read(const std::string& name, uint64_t limitBytes) const override
    {
        const std::scoped_lock lock(m_mutex);
        Entry& entry = find(name);
        if (!entry.isThere) {
            throw Error(ErrorKind::Io, shownName(name) + " is not on the server");
        }
        requireWithin(limitBytes, name, entry.sizeBytes);
        if (!entry.content) {
            const auto file = http::HttpResource::open(m_client, urlOf(name), m_stop);
            requireWithin(limitBytes, name, file->sizeBytes()); // which need not be what it was a moment ago
            entry.content = contentOf(*file);
        }
        return *entry.content;
    }
    [[nodiscard]] std::string locationOf(const std::string& name) const override
    {
        return urlOf(name).secret();
    }

private:
    struct Entry {
        bool isThere = false;
        uint64_t sizeBytes = 0;
        std::optional<std::string> content {};
    };

    // With the query: who may read the folder by it may read what is in it.
    [[nodiscard]] http::Url urlOf(const std::string& name) const
    {
        return m_index.sibling(name, http::SiblingQuery::Same);
    }
    void requireWithin(uint64_t limitBytes, const std::string& name, uint64_t sizeBytes) const
    {
        if (sizeBytes > limitBytes) {
            const ComparedSizes sizes = compareSizes(sizeBytes, limitBytes);
            throw Error(ErrorKind::InvalidArgument,
                shownName(name) + " has " + sizes.first + ", more than the " + sizes.second
                    + " that such a file may have");
        }
    }
    [[nodiscard]] std::string contentOf(const http::HttpResource& file) const
    {
        std::string text(file.sizeBytes(), '\0');
        file.readAt(0, std::as_writable_bytes(std::span(text)), m_stop);
        return text;
    }
    // Asked for once, and let go of: a model's cache belongs to whoever loads it. The lock is held.
    [[nodiscard]] Entry& find(const std::string& name) const
    {
        const auto known = m_entries.find(name);
        if (known != m_entries.end()) {
            return known->second;
        }
        Entry entry;
        if (const auto file = http::HttpResource::openIfThere(m_client, urlOf(name), m_stop)) {
            entry = {true, file->sizeBytes(), std::nullopt};
            if (entry.sizeBytes <= fitsFirstAnswerBytes) {
                entry.content = contentOf(*file);
            }
        }
        return m_entries.emplace(name, std::move(entry)).first->second;
    }

    std::shared_ptr<http::HttpClient> m_client;
    http::Url m_index;
    std::stop_token m_stop;
    mutable std::mutex m_mutex; // guards m_entries
    mutable std::map<std::string, Entry> m_entries;
};

// The parts that the index names; each is a model of the usual name in a folder of its own. Optimum keeps the
// index of what it exported, whose VAE was one part.
Project projectOf(const Config& index, const FolderFiles& files)
{
    constexpr std::array<const char*, 5> folders {
        "text_encoder", "text_encoder_2", "unet", "transformer", "vae_decoder"};
    const auto isNamed = [&index](const std::string& folder) {
        return index.has(folder) || (folder == "vae_decoder" && index.has("vae"));
    };
    Project project;
    project.layout = ProjectLayout::Diffusers;
    for (const char* const folder : folders) {
        const std::string name = std::string(folder) + "/model.onnx";
        if (isNamed(folder) && files.has(name)) {
            project.parts.push_back({roleOf(folder), name, {}});
        }
    }
    return project;
}

} // namespace

PipelineFolder readRemoteFolder(
    const std::string& url, const http::HttpOptions& options, const std::stop_token& stop)
{
    const auto files = std::make_shared<const RemoteFiles>(indexUrl(url), options, stop);
    const std::string index(indexName);
    if (!files->has(index)) {
        throw Error(ErrorKind::Io,
            files->shownName(index)
                + " is not on the server: a pipeline is read from the address of its "
                  "folder, as Diffusers exports it");
    }
    Project project = projectOf(readConfig(*files, index), *files);
    const std::string shown = files->shownName({}); // quoted, and ends in '/'
    project.folder = std::filesystem::path(shown.substr(1, shown.size() - 3));
    return readPipelineFolder(project, files);
}

} // namespace weightless::diffusion
