// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/sourcereader.h"

#include "engine/base/error.h"
#include "engine/base/pages.h"
#include "engine/constants/loaderror.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

namespace weightless {

SourceReader::~SourceReader()
{
    leave();
}

std::shared_ptr<const File> SourceReader::fileOf(const ConstantSource& source)
{
    const auto* range = std::get_if<FileRange>(&source.range);
    return range != nullptr && range->file != nullptr ? m_files->open(*range->file) : nullptr;
}

void SourceReader::open(const ConstantSource& source)
{
    if (const auto* range = std::get_if<ResourceRange>(&source.range); range && range->resource) {
        m_files->noteResource(range->resource);
    }
    auto file = fileOf(source);
    if (file != m_file) {
        leave();
        m_file = std::move(file);
    }
}

bool SourceReader::isOpenFor(const ConstantSource& source) const
{
    const auto* range = std::get_if<FileRange>(&source.range);
    const bool isOfFile = range != nullptr && range->file != nullptr;
    if (!isOfFile || m_file == nullptr) {
        return !isOfFile && m_file == nullptr;
    }
    return m_file->identity() == range->file->identity && m_file->path() == range->file->path;
}

void SourceReader::check(const ConstantSource& source)
{
    std::ignore = fileOf(source);
}

void SourceReader::finish()
{
    m_files->checkUnchanged();
    leave();
    m_files->clear();
}

void SourceReader::leave() noexcept
{
    if (m_dropsPageCache && m_file) {
        m_file->dropCachedPages(0, m_file->sizeBytes());
    }
    m_file.reset();
}

void SourceReader::read(const ConstantSource& source, uint64_t offset, std::span<std::byte> destination,
    const std::stop_token& stop) const
{
    // What is no file may take each reading as a request of its own.
    const size_t pieceBytes =
        std::holds_alternative<FileRange>(source.range) ? presentAtOnce : destination.size();
    while (!destination.empty()) {
        const std::span<std::byte> piece = destination.first(std::min(destination.size(), pieceBytes));
        makePresent(piece);
        readPiece(source, offset, piece, stop);
        offset += piece.size();
        destination = destination.subspan(piece.size());
    }
}

void SourceReader::readPiece(const ConstantSource& source, uint64_t offsetInSource,
    std::span<std::byte> destination, const std::stop_token& stop) const
{
    const uint64_t offset = offsetBytes(source) + offsetInSource;
    if (const auto* memory = std::get_if<MemoryRange>(&source.range)) {
        if (offset > memory->bytes->size() || destination.size() > memory->bytes->size() - offset) {
            throw Error(ErrorKind::InvalidArgument, "its memory range leaves the block it is in");
        }
        std::memcpy(destination.data(), memory->bytes->data() + offset, destination.size());
        return;
    }
    if (const auto* resource = std::get_if<ResourceRange>(&source.range)) {
        try {
            resource->resource->readAt(offset, destination, stop);
        } catch (...) {
            throw foreignError("Reading '" + resource->resource->name() + "'");
        }
        return;
    }
    m_file->readAt(offset, destination, stop);
    if (m_dropsPageCache) {
        m_file->dropCachedPages(offset, destination.size());
    }
}

} // namespace weightless
