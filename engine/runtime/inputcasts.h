// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"
#include "engine/model/model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weightless {

// How the floats of one node come to one type (WeightsType).

// An input that becomes another type: where it is known that it has to, or else where the values that it is
// with have the type `beside`, which only a run can tell.
struct InputCast {
    size_t input = 0;
    DataType to = DataType::Undefined;
    DataType beside = DataType::Undefined; // always, where this is
    int64_t use = 0; // as ops::finiteAttribute
    bool mayBeWide = false; // float32 instead, where one of the values is a factor beyond float16
};

// Of Cast and of CastBeside.
[[nodiscard]] Attributes attributesOf(const InputCast& cast);

// What is known of an input: its type is Undefined where only a run tells it.
using InputType = std::optional<DataType>; // none: omitted

// Mul and Div.
[[nodiscard]] bool isScaledByFactor(const Node& node);

// It holds floats that have to agree with the others' of the node, or may hold such.
[[nodiscard]] bool isUnified(const Node& node, size_t input, std::span<const InputType> types);

// What a cast reads: its own input, and those whose types decide.
[[nodiscard]] std::vector<size_t> inputsOf(
    const InputCast& cast, const Node& node, std::span<const InputType> types);

// What has to become another type for all floats of the node to have `type`, one of them having it; or
// float32, for the operators that know no other, and where `isWide` says so.
[[nodiscard]] std::vector<InputCast> castsFor(
    const Node& node, std::span<const InputType> types, DataType type, bool isWide);

} // namespace weightless
