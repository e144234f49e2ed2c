// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/cachefolder.h"

#include "engine/base/error.h"
#include "engine/http/httpcache.h"

#include <optional>
#include <system_error>
#include <vector>

namespace weightless::http {

namespace fs = std::filesystem;

CacheUse cacheUse(const fs::path& folder)
{
    CacheUse use;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const auto list = HttpCache::isList(entry->path()) ? readCacheList(entry->path()) : std::nullopt;
        if (list) {
            ++use.fileCount;
            use.sizeBytes += bytesOf(list->ranges);
        }
    }
    return use;
}

void clearCache(const fs::path& folder)
{
    std::vector<fs::path> doomed;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const fs::path& path = entry->path();
        if (HttpCache::isKept(path)) {
            doomed.push_back(path);
        }
    }
    fs::path kept;
    std::error_code reason;
    for (const fs::path& path : doomed) {
        fs::remove(path, error);
        if (error) {
            kept = path;
            reason = error;
        }
    }
    if (reason) {
        throw Error(ErrorKind::Io, "cannot remove " + displayPath(kept) + ": " + reason.message());
    }
}

} // namespace weightless::http
