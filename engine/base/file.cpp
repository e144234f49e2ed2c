// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/file.h"

#include "engine/base/credentials.h"
#include "engine/base/error.h"
#include "engine/base/platform/pageguard.h"
#include "engine/base/platform/platform.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

Error changedError(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error) {
        return {ErrorKind::Io,
            "'" + displayPath(path)
                + "' is gone: it was moved or deleted since it was opened; put it back and open the model "
                  "again"};
    }
    return {ErrorKind::Io,
        "'" + displayPath(path) + "' was changed or replaced since it was opened; open the model again"};
}

} // namespace

File::File(std::filesystem::path path, intptr_t handle, FileIdentity identity)
    : m_path(std::move(path))
    , m_handle(handle)
    , m_identity(identity)
{
}

std::shared_ptr<const File> File::open(const std::filesystem::path& path)
{
    const platform::OpenedFile opened = platform::openForReading(path);
    return std::shared_ptr<const File>(new File(path, opened.handle, opened.identity));
}

std::shared_ptr<const File> File::openBeneath(
    const std::filesystem::path& folder, const std::filesystem::path& relative)
{
    const platform::OpenedFile opened = platform::openBeneath(folder, relative);
    return std::shared_ptr<const File>(new File(folder / relative, opened.handle, opened.identity));
}

std::shared_ptr<const File> File::open(const FileReference& reference)
{
    auto file = open(reference.path);
    if (file->identity() != reference.identity) {
        throw changedError(reference.path);
    }
    return file;
}

File::~File()
{
    platform::closeFile(m_handle);
}

std::string File::name() const
{
    return displayPath(m_path);
}

void File::readAt(uint64_t offsetBytes, std::span<std::byte> destination, const std::stop_token& stop) const
{
    constexpr size_t pieceBytes = 1 << 20; // a slow disk's hundredth of a second
    while (!destination.empty()) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Reading '" + displayPath(m_path) + "' was cancelled");
        }
        const auto piece = destination.first(std::min(destination.size(), pieceBytes));
        readAt(offsetBytes, piece);
        offsetBytes += piece.size();
        destination = destination.subspan(piece.size());
    }
}

void File::readAt(uint64_t offsetBytes, std::span<std::byte> destination) const
{
    while (!destination.empty()) {
        const size_t count = platform::readSome(m_handle, offsetBytes, destination, m_path);
        if (count == 0) {
            throw Error(ErrorKind::Io,
                "'" + displayPath(m_path) + "' ends at byte " + std::to_string(offsetBytes) + ", but "
                    + std::to_string(destination.size()) + " more bytes were expected there");
        }
        offsetBytes += count;
        destination = destination.subspan(count);
    }
}

void File::checkUnchanged() const
{
    if (platform::identityOfPath(m_path) != m_identity) {
        throw changedError(m_path);
    }
}

void File::checkContentUnchanged() const
{
    FileIdentity now = platform::identityOfHandle(m_handle, m_path);
    if (!platform::hasName(m_handle)) {
        now.changedNs = m_identity.changedNs; // of the moment when another file took its name
    }
    if (now != m_identity) {
        throw changedError(m_path);
    }
}

void File::dropCachedPages(uint64_t offsetBytes, uint64_t lengthBytes) const noexcept
{
    platform::dropCachedPages(m_handle, offsetBytes, lengthBytes);
}

FileIdentity File::identityOf(const std::filesystem::path& path)
{
    return platform::identityOfPath(path);
}

FileMapping::FileMapping(std::shared_ptr<const File> file)
    : m_file(std::move(file))
{
    if (m_file->sizeBytes() == 0) {
        throw Error(ErrorKind::Io, "Cannot map '" + displayPath(m_file->path()) + "': the file is empty");
    }
    const platform::Mapping mapping =
        platform::mapForReading(m_file->nativeHandle(), m_file->sizeBytes(), m_file->path());
    m_bytes = mapping.bytes;
    m_mappingHandle = mapping.handle;
    m_guard = std::make_unique<platform::PageGuard>(m_bytes);
}

FileMapping::~FileMapping()
{
    m_guard.reset();
    platform::unmap({m_bytes, m_mappingHandle});
}

void FileMapping::checkIntact() const
{
    if (m_guard->wasHit()) {
        throw Error(ErrorKind::Io,
            "Pages of '" + displayPath(m_file->path())
                + "' went away while they were in use: the file was truncated, or its disk failed; open the "
                  "model again");
    }
    m_file->checkContentUnchanged();
}

void FileMapping::checkUnchanged() const
{
    checkIntact();
    m_file->checkUnchanged();
}

bool FileMapping::protectThreads()
{
    return platform::letFaultsReachHandlers();
}

uint64_t FileMapping::pageSizeBytes()
{
    return platform::pageSize();
}

std::string displayPath(const std::filesystem::path& path)
{
    std::u8string text = path.u8string();
    const bool isAddress = text.find(u8"://") != std::u8string::npos;
    if (!isAddress) { // which keeps the slashes that it has everywhere
        text = std::filesystem::path(path).make_preferred().u8string();
    }
    const std::string shown(reinterpret_cast<const char*>(text.data()), text.size());
    return isAddress ? withoutCredentials(shown) : shown;
}

} // namespace weightless
