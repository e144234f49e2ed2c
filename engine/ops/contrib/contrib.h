// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/composer.h"
#include "engine/ops/nodeview.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

// com.microsoft: the operators that ONNX Runtime's optimizer and exporters put into models, lowered to those
// of ai.onnx. Their texts: ONNX Runtime, docs/ContribOperators.md.
namespace weightless::ops::contrib {

inline constexpr std::string_view microsoft = "com.microsoft";

void registerActivations(Registry& registry);
void registerChannelsLast(Registry& registry);
void registerChannelsLastBytes(Registry& registry);
void registerDistances(Registry& registry);
void registerLinear(Registry& registry);
void registerNorms(Registry& registry);
void registerEmbedding(Registry& registry);
void registerProducts(Registry& registry);
void registerQuantizedProducts(Registry& registry);
void registerQuantized(Registry& registry);
void registerQuantizedRecurrent(Registry& registry);

// FusedConv on any tensors: x, filters, bias, and what is added to the result before the activation that the
// node's attributes tell.
void inferFusedConv(InferenceContext& context);
void lowerFusedConv(
    LoweringContext& context, std::span<const std::optional<TensorRef>> inputs, const TensorRef& output);

// InvalidArgument, naming the input, when it is not what the rule needs.
inline void requireFloats(const InferenceContext& context, size_t index)
{
    if (!isFloat(context.type(index))) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected a float tensor");
    }
}

inline void requireShape(const InferenceContext& context, size_t index, const Shape& shape)
{
    if (context.shape(index) != shape) {
        context.fail("input " + std::to_string(index) + " is " + toString(context.input(index))
            + ", expected the shape " + toString(shape));
    }
}

// The first input's type, and one value for each of its last dimension.
inline void requirePerColumn(const InferenceContext& context, size_t index)
{
    if (context.shape(0).empty()) {
        context.fail("input 0 is a scalar, expected rank 1 or more");
    }
    context.requireSameType(0, index);
    requireShape(context, index, {context.shape(0).back()});
}

} // namespace weightless::ops::contrib
