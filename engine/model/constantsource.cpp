// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/constantsource.h"

namespace weightless {

uint64_t offsetBytes(const ConstantSource& source)
{
    return std::visit([](const auto& range) { return range.offsetBytes; }, source.range);
}

uint64_t lengthBytes(const ConstantSource& source)
{
    return std::visit([](const auto& range) { return range.lengthBytes; }, source.range);
}

bool isSameContainer(const SourceRange& a, const SourceRange& b)
{
    if (a.index() != b.index()) {
        return false;
    }
    if (const auto* file = std::get_if<FileRange>(&a)) {
        return file->file == std::get<FileRange>(b).file;
    }
    if (const auto* resource = std::get_if<ResourceRange>(&a)) {
        return resource->resource == std::get<ResourceRange>(b).resource;
    }
    return std::get<MemoryRange>(a).bytes == std::get<MemoryRange>(b).bytes;
}

SourceRange partOf(SourceRange range, uint64_t offsetBytes, uint64_t lengthBytes)
{
    std::visit(
        [&](auto& whole) {
            whole.offsetBytes += offsetBytes;
            whole.lengthBytes = lengthBytes;
        },
        range);
    return range;
}

bool hasBytes(const ConstantSource& source)
{
    if (const auto* file = std::get_if<FileRange>(&source.range)) {
        return file->file != nullptr;
    }
    if (const auto* resource = std::get_if<ResourceRange>(&source.range)) {
        return resource->resource != nullptr;
    }
    return std::get<MemoryRange>(source.range).bytes != nullptr;
}

std::string containerName(const ConstantSource& source)
{
    if (const auto* file = std::get_if<FileRange>(&source.range)) {
        return file->file != nullptr ? displayPath(file->file->path.filename()) : std::string();
    }
    if (const auto* resource = std::get_if<ResourceRange>(&source.range); resource && resource->resource) {
        const std::string name = resource->resource->name();
        return name.substr(name.find_last_of('/') + 1); // all of it when there is none
    }
    return {};
}

std::string describe(const ConstantSource& source)
{
    if (!hasBytes(source)) {
        return "nowhere";
    }
    if (std::holds_alternative<MemoryRange>(source.range)) {
        return "memory";
    }
    return containerName(source) + " @ " + std::to_string(offsetBytes(source));
}

} // namespace weightless
