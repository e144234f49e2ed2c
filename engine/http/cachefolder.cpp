// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/cachefolder.h"

#include "engine/base/error.h"
#include "engine/base/folder.h"
#include "engine/http/httpcache.h"

#include <optional>
#include <system_error>

namespace weightless::http {

namespace fs = std::filesystem;

CacheUse cacheUse(const fs::path& folder)
{
    CacheUse use;
    std::error_code ignored;
    for (const fs::path& name : namesIn(folder, ignored)) {
        const auto list = HttpCache::isList(name) ? readCacheList(folder / name) : std::nullopt;
        if (list) {
            ++use.fileCount;
            use.sizeBytes += bytesOf(list->ranges);
        }
    }
    return use;
}

void clearCache(const fs::path& folder)
{
    fs::path kept;
    std::error_code error;
    std::error_code reason;
    for (const fs::path& name : namesIn(folder, error)) {
        if (!HttpCache::isKept(name)) {
            continue;
        }
        HttpCache::remove(folder / name, error);
        if (error) {
            kept = folder / name;
            reason = error;
        }
    }
    if (reason) {
        throw Error(ErrorKind::Io, "cannot remove " + displayPath(kept) + ": " + reason.message());
    }
}

} // namespace weightless::http
