// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

#include <array>
#include <initializer_list>

namespace weightless::ops::quantize {

void registerProducts(Registry& registry);
void registerConvolutions(Registry& registry);

inline void lowerOne(LoweringContext& context, std::string_view op, std::initializer_list<TensorRef> inputs,
    const Attributes& attributes, const TensorRef& output)
{
    const std::vector<std::optional<TensorRef>> list(inputs.begin(), inputs.end());
    context.lowerAs(op, list, attributes, std::array {output});
}

inline TensorRef lowerCast(LoweringContext& context, const TensorRef& from, DataType type)
{
    if (from.type() == type) {
        return from;
    }
    Attributes attributes;
    attributes.set("to", static_cast<int64_t>(type));
    const TensorRef result = context.temporary({type, from.shape()});
    lowerOne(context, "Cast", {from}, attributes, result);
    return result;
}

} // namespace weightless::ops::quantize
