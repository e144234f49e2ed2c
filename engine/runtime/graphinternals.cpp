// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graphinternals.h"

#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"

namespace weightless {

std::vector<Shape> GraphInternals::builtShapes() const
{
    std::vector<Shape> shapes;
    for (const GraphPort& port : inputs) {
        shapes.push_back(port.descriptor.shape);
    }
    return shapes;
}

StageSite GraphInternals::stageSite() const
{
    ContextInternals& internals = *context->internals();
    return {.device = internals.device,
        .traits = internals.info.traits,
        .arenaBudget = activationBudget,
        .stepsAhead = internals.stepsAhead,
        .scratch = scratch,
        .slotPool = slotPool,
        .planCount = &internals.transfers.plans};
}

Stage& GraphInternals::firstStage(const std::vector<Shape>& inputShapes, const std::stop_token& stopToken)
{
    dropVoidStages();
    std::vector<plan::GivenInput> given;
    for (size_t i = 0; i < inputShapes.size(); ++i) {
        checkInputShape(i, inputShapes[i]);
        if (inputs[i].isOpaque) {
            given.push_back({plan::ValueState::Opaque, {}});
        } else {
            given.push_back({plan::ValueState::Tensor, {inputs[i].descriptor.type, inputShapes[i]}});
        }
    }
    return stages->first(stageSite(), given, stopToken);
}

void GraphInternals::dropStages()
{
    stages->clear();
    bodies.clear();
    scratch->reset();
    slotPool->clear();
    refusals = context->internals()->refusals;
}

void GraphInternals::dropVoidStages()
{
    const uint64_t now = constants->hollowings(); // before any constant is looked at
    if (now != hollowings) {
        context->waitIdle();
        dropStages();
        hollowings = now;
    }
}

void GraphInternals::checkInputShape(size_t input, const Shape& shape) const
{
    const GraphPort& port = inputs[input];
    bool fits = shape.size() == port.descriptor.shape.size();
    for (size_t i = 0; fits && i < shape.size(); ++i) {
        fits = port.freeDimensions[i] || shape[i] == port.descriptor.shape[i];
    }
    if (!fits) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + port.name + "' is " + toString(shape) + ", but the graph takes "
                + toString(port.descriptor));
    }
}

TensorDescriptor portDescriptor(const TensorDescriptor& value)
{
    return value.type == DataType::String ? TensorDescriptor {} : value;
}

} // namespace weightless
