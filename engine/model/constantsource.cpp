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

bool hasBytes(const ConstantSource& source)
{
    if (const auto* range = std::get_if<FileRange>(&source.range)) {
        return range->file != nullptr;
    }
    return std::get<MemoryRange>(source.range).bytes != nullptr;
}

std::string describe(const ConstantSource& source)
{
    if (const auto* range = std::get_if<FileRange>(&source.range)) {
        if (range->file == nullptr) {
            return "nowhere";
        }
        return displayPath(range->file->path.filename()) + " @ " + std::to_string(range->offsetBytes);
    }
    return "memory";
}

} // namespace weightless
