// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace weightless {

// The types that weights can be loaded as (BuildOptions::weightsType).
inline constexpr std::array weightsTypes {DataType::Float32, DataType::Float16, DataType::BFloat16};

// As people choose them: "fp32", "fp16", "bf16". Of other types their own names.
[[nodiscard]] std::string weightsTypeName(DataType type);
[[nodiscard]] std::optional<DataType> weightsTypeFromString(std::string_view text);

} // namespace weightless
