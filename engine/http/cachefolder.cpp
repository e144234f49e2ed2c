// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/cachefolder.h"

#include "engine/base/error.h"
#include "engine/http/httpcache.h"

#include <fstream>
#include <system_error>
#include <vector>

namespace weightless::http {

namespace fs = std::filesystem;

namespace {

uint64_t listedBytes(const fs::path& list)
{
    uint64_t sum = 0;
    std::ifstream ranges(list);
    for (uint64_t begin = 0, end = 0; ranges >> begin >> end;) {
        sum += begin < end ? end - begin : 0;
    }
    return sum;
}

} // namespace

CacheUse cacheUse(const fs::path& folder)
{
    CacheUse use;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (HttpCache::isDataFile(entry->path())) {
            ++use.fileCount;
            use.sizeBytes += listedBytes(HttpCache::listOf(entry->path()));
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
        if (HttpCache::isDataFile(path) || HttpCache::isListFile(path)) {
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
