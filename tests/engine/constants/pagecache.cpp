// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/constants/pagecache.h"

#include "engine/base/file.h"

#include <algorithm>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace weightless::testing {

#ifdef __linux__

bool canDropPages(const std::filesystem::path& path)
{
    const auto file = File::open(path);
    ::fsync(static_cast<int>(file->nativeHandle()));
    file->dropCachedPages(0, file->sizeBytes());
    return residentPages(path) == 0;
}

size_t residentPages(const std::filesystem::path& path)
{
    const FileMapping mapping(File::open(path));
    const size_t pageBytes = FileMapping::pageSizeBytes();
    std::vector<unsigned char> pages((mapping.bytes().size() + pageBytes - 1) / pageBytes);
    ::mincore(const_cast<std::byte*>(mapping.bytes().data()), mapping.bytes().size(), pages.data());
    return static_cast<size_t>(
        std::ranges::count_if(pages, [](unsigned char page) { return (page & 1) != 0; }));
}

#else

bool canDropPages(const std::filesystem::path&)
{
    return false;
}

size_t residentPages(const std::filesystem::path&)
{
    return 0;
}

#endif

void readThroughCache(const std::filesystem::path& path)
{
    const auto file = File::open(path);
    std::vector<std::byte> bytes(file->sizeBytes());
    file->readAt(0, bytes);
}

} // namespace weightless::testing
