// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/weightstypename.h"

#include <algorithm>

namespace weightless {

std::string weightsTypeName(DataType type)
{
    switch (type) {
    case DataType::Float16:
        return "fp16";
    case DataType::BFloat16:
        return "bf16";
    case DataType::Float32:
        return "fp32";
    default:
        return toString(type);
    }
}

std::optional<DataType> weightsTypeFromString(std::string_view text)
{
    const auto found =
        std::ranges::find_if(weightsTypes, [&](DataType type) { return weightsTypeName(type) == text; });
    return found != weightsTypes.end() ? std::optional(*found) : std::nullopt;
}

} // namespace weightless
