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

// An input that becomes another type: where it is known that it has to, or else where it, or one of the
// values that it is with, has the type `beside`, which only a run can tell.
struct InputCast {
    size_t input = 0;
    DataType to = DataType::Undefined;
    DataType beside = DataType::Undefined; // always, where this is
    int64_t use = 0; // as ops::finiteAttribute
    bool mayBeWide = false; // float32 instead, where one of the values is a factor beyond float16
    std::vector<size_t> others = {}; // inputs whose types decide as well, as they are before casts
    std::optional<size_t> leader = {}; // an input that was cast for all, whose result decides instead of them
    std::optional<size_t> same = {}; // an earlier input of the same value: its cast is this one's as well
};

// Of Cast and of CastBeside.
[[nodiscard]] Attributes attributesOf(const InputCast& cast);

// What CastBeside reads for it, given a node's inputs before its casts and as far as they were cast.
template <typename Input>
[[nodiscard]] std::vector<Input> inputsOf(
    const InputCast& cast, const std::vector<Input>& before, const std::vector<Input>& now)
{
    std::vector<Input> inputs {before[cast.input]};
    for (const size_t other : cast.others) {
        inputs.push_back(before[other]);
    }
    if (cast.leader) {
        inputs.push_back(now[*cast.leader]);
    }
    return inputs;
}

// What is known of an input: its type is Undefined where only a run tells it.
using InputType = std::optional<DataType>; // none: omitted

// It holds floats that have to agree with the others' of the node, or may hold such.
[[nodiscard]] bool isUnified(const Node& node, size_t input, std::span<const InputType> types);

// What has to become another type for all floats of the node to have `type`, one of them having it; or
// float32, for the operators that know no other, and where `isWide` says so. To be done in this order.
[[nodiscard]] std::vector<InputCast> castsFor(
    const Node& node, std::span<const InputType> types, DataType type, bool isWide);

// Operators that make a sequence or an optional, whose elements are all of one type.
[[nodiscard]] bool makesSequences(const Node& node);

// For the elements of such a one to be of the type `elements`: those of `type` alone where that is not
// Undefined.
[[nodiscard]] std::vector<InputCast> castsOfElements(
    const Node& node, std::span<const InputType> types, DataType elements, DataType type);

} // namespace weightless
