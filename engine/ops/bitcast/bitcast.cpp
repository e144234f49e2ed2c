// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/narrowtypes.h"
#include "engine/ops/operator.h"

namespace weightless::ops::bitcast {

namespace {

void infer(InferenceContext& context)
{
    const auto type = static_cast<DataType>(context.attributes().intOr("to", 0));
    const bool isKnown = !typeSuffix(type).empty() || isNarrow(type);
    if (!isKnown || bitWidth(type) != bitWidth(context.type(0))) {
        context.fail("attribute 'to' is " + toString(type) + ", whose elements are not as wide as those of "
            + toString(context.input(0)));
    }
    context.setOutput(0, type, context.shape(0));
}

void lower(LoweringContext& context)
{
    context.aliasOutput(0, context.input(0));
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    HostTensor result = *context.inputs[0];
    result.descriptor = context.outputs[0];
    return {std::move(result)};
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "BitCast", .sinceVersion = 26, .infer = infer, .lower = lower, .fold = fold});
}

} // namespace weightless::ops::bitcast
