// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/pipelinecachefile.h"

#include "engine/base/bytes.h"
#include "engine/base/digest.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/outputfile.h"

#include <array>
#include <cstdint>
#include <string>

namespace weightless::vulkan {

namespace {

struct Header {
    std::array<char, 8> magic {'w', 'l', 'p', 'i', 'p', 'e', 's', '2'};
    uint64_t sizeBytes = 0;
    Digest digest {};
};
static_assert(sizeof(Header) == 48);

constexpr uint64_t maxCacheBytes = 256 * MiB;

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
        if (sha256(data) != header.digest) {
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
        throw Error(ErrorKind::Io,
            "Cannot create the folder of the pipeline cache " + displayPath(path) + ": " + failure.message());
    }
    Header header;
    header.sizeBytes = data.size();
    header.digest = sha256(data);
    OutputFile file(path);
    file.write(std::as_bytes(std::span(&header, 1)));
    file.write(data);
    file.commit();
}

} // namespace weightless::vulkan
