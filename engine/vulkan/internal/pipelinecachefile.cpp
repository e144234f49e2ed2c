// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/pipelinecachefile.h"

#include "engine/base/bytes.h"
#include "engine/base/digest.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/folder.h"
#include "engine/base/outputfile.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <system_error>

namespace weightless::vulkan {

namespace {

struct Header {
    std::array<char, 8> magic {'w', 'l', 'p', 'i', 'p', 'e', 's', '2'};
    uint64_t sizeBytes = 0;
    Digest digest {};
};
static_assert(sizeof(Header) == 48);

constexpr uint64_t maxCacheBytes = 256 * MiB;
constexpr std::chrono::days mostUnused {90};

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

void noteCacheUse(const std::filesystem::path& path) noexcept
{
    std::error_code failure; // of a file that cannot be written, which nobody removes either
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now(), failure);
}

void removeUnusedCaches(const std::filesystem::path& written, std::string_view device) noexcept
{
    try {
        const auto longAgo = std::filesystem::file_time_type::clock::now() - mostUnused;
        const std::string own = written.filename().string();
        const size_t deviceAt = own.find(device);
        if (device.empty() || deviceAt == std::string::npos) {
            return;
        }
        const std::string beginning = own.substr(0, deviceAt + device.size());
        std::error_code failure;
        for (const std::filesystem::path& name : namesIn(written.parent_path(), failure)) {
            const std::filesystem::path path = written.parent_path() / name;
            if (name != written.filename() && name.string().starts_with(beginning)
                && name.extension() == written.extension() && std::filesystem::is_regular_file(path)
                && std::filesystem::last_write_time(path) < longAgo) {
                std::filesystem::remove(path);
            }
        }
    } catch (const std::exception&) { // what cannot be removed stays
        return;
    }
}

} // namespace weightless::vulkan
