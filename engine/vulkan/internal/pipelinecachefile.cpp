// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/pipelinecachefile.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/file.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>
#include <string>

namespace weightless::vulkan {

namespace {

struct Header {
    std::array<char, 8> magic {'w', 'l', 'p', 'i', 'p', 'e', 's', '1'};
    uint64_t sizeBytes = 0;
    uint64_t checksum = 0;
};
static_assert(sizeof(Header) == 24);

constexpr uint64_t maxCacheBytes = 256 * MiB;

// FNV-1a, 64 bits: finds damage, not malice; the file lies in the user's own cache folder.
uint64_t checksumOf(std::span<const std::byte> data)
{
    uint64_t hash = 14695981039346656037ull;
    for (const std::byte byte : data) {
        hash = (hash ^ std::to_integer<uint64_t>(byte)) * 1099511628211ull;
    }
    return hash;
}

[[noreturn]] void throwNotWritten(const std::filesystem::path& path, const std::string& reason)
{
    throw Error(ErrorKind::Io, "Cannot write the pipeline cache " + displayPath(path) + ": " + reason);
}

} // namespace

std::optional<std::vector<std::byte>> readPipelineCacheFile(const std::filesystem::path& path)
{
    try {
        const std::shared_ptr<const File> file = File::open(path);
        Header header;
        if (file->sizeBytes() < sizeof(header) || file->sizeBytes() > maxCacheBytes) {
            return std::nullopt;
        }
        file->readAt(0, std::as_writable_bytes(std::span(&header, 1)));
        if (header.magic != Header {}.magic || header.sizeBytes != file->sizeBytes() - sizeof(header)) {
            return std::nullopt;
        }
        std::vector<std::byte> data(header.sizeBytes);
        file->readAt(sizeof(header), data);
        if (checksumOf(data) != header.checksum) {
            return std::nullopt;
        }
        return data;
    } catch (const Error&) {
        return std::nullopt; // no cache is no failure
    }
}

void writePipelineCacheFile(const std::filesystem::path& path, std::span<const std::byte> data)
{
    std::error_code failure;
    std::filesystem::create_directories(path.parent_path(), failure);
    if (failure) {
        throwNotWritten(path, failure.message());
    }
    // Two processes may write at once: each has a file of its own until the rename.
    std::random_device random;
    std::filesystem::path temporary = path;
    temporary += "." + std::to_string(random()) + ".tmp";

    Header header;
    header.sizeBytes = data.size();
    header.checksum = checksumOf(data);
    {
        std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
        stream.write(reinterpret_cast<const char*>(&header), sizeof(header));
        stream.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
        stream.close();
        if (!stream) {
            std::filesystem::remove(temporary, failure);
            throwNotWritten(path, "the folder is not writable or the disk is full");
        }
    }
    std::filesystem::rename(temporary, path, failure);
    if (failure) {
        const std::string reason = failure.message();
        std::filesystem::remove(temporary, failure);
        throwNotWritten(path, reason);
    }
}

} // namespace weightless::vulkan
