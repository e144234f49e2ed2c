// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/batchnorm.h"
#include "engine/base/bytes.h"
#include "engine/ops/composer.h"
#include "engine/ops/kernels/batchnormgroups.h"
#include "engine/ops/normalization/normalization.h"
#include "engine/ops/product/neighbours.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>
#include <bit>

namespace weightless::ops::normalization {

namespace {

// Whether a node normalises by what it is given now. Before opset 14 a node tells it by having the outputs of
// training, as which ONNX Runtime reads it too, and before opset 7 by an attribute besides.
template <int version, typename Context>
bool isTraining(const Context& context)
{
    if constexpr (version >= 14) {
        return context.attributes().intOr("training_mode", 0) != 0;
    }
    return context.outputCount() > 1 && (version >= 7 || context.attributes().intOr("is_test", 0) == 0);
}

void infer(InferenceContext& context, bool isTraining)
{
    if (!isFloat(context.type(0)) || context.shape(0).empty()) {
        context.fail("input 0 is " + toString(context.input(0)) + ", expected a float tensor with channels");
    }
    if (isTraining && context.shape(0).size() < 2) {
        context.fail("input 0 is " + toString(context.input(0)) + ", which has no channels to train");
    }
    if (context.attributes().intOr("spatial", 1) == 0) {
        context.unsupported("spatial = 0 of opsets below 9");
    }
    const int64_t channels = context.shape(0).size() == 1 ? 1 : context.shape(0)[1];
    for (size_t i = 1; i < 5; ++i) {
        if (context.shape(i) != Shape {channels}) {
            context.fail("input " + std::to_string(i) + " is " + toString(context.input(i)) + ", expected "
                + std::to_string(channels) + " values, one per channel");
        }
        // Scale and bias are of one type, mean and variance of one, which training updates together.
        context.requireSameType(isTraining || i < 3 ? 1 : 3, i);
    }
    context.setOutput(0, context.type(0), context.shape(0));
    for (size_t i = 1; i < context.outputCount(); ++i) {
        context.setOutput(i, context.type(1), Shape {channels});
    }
}

struct BatchNormParameters {
    uint32_t runs, runsPerChannel, channels, extent, neighbours;
    float epsilon;
};

// Elements of a plane that an invocation makes.
constexpr uint64_t runSize = 16;
constexpr uint64_t runSizeInGroups = 64; // of batchnormgroups.comp

// How many invocations share a run. A software device finds a channel's factors once for each of them.
uint64_t neighboursFor(const LoweringContext& context, uint64_t extent)
{
    constexpr uint64_t most = 64; // a work group
    return loopPolicy(context).prefersEights ? 1 : std::min(std::bit_ceil(extent), most);
}

// Where a software device makes eight at once.
bool takesGroups(const LoweringContext& context, const TensorRef& x, DataType type, uint64_t extent)
{
    return extent % 8 == 0 && kernels::batchnormgroups().hasTypes({x.type(), type})
        && loopPolicy(context).prefersEights && product::canReadNeighbours(context.device(), x, {})
        && !context.mayBeginAnywhere(context.output(0));
}

void lowerInference(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    for (size_t i = 1; i < context.outputCount(); ++i) {
        if (context.wantsOutput(i)) {
            context.unsupported("outputs of training other than the first");
        }
    }
    if (x.elements() == 0) {
        return;
    }
    const auto channels = static_cast<uint64_t>(x.shape().size() == 1 ? 1 : x.shape()[1]);
    const uint64_t planes = static_cast<uint64_t>(x.shape()[0]) * channels;
    const uint64_t extent = static_cast<uint64_t>(x.elements()) / planes;
    // Values for channels whose types no kernel has side by side meet in one that holds them all.
    const DataType given = context.input(1).type();
    const bool isDirect =
        given == context.input(3).type() && kernels::batchnorm().hasTypes({x.type(), given});
    const bool isDouble = x.type() == DataType::Float64;
    const DataType type = isDirect ? given : isDouble ? DataType::Float64 : DataType::Float32;
    Composer compose(context);
    const auto values = [&](size_t i) { return compose.cast(context.input(i), type); };
    const bool inGroups = takesGroups(context, x, type, extent);
    const uint64_t neighbours = inGroups ? 1 : neighboursFor(context, extent);
    const uint64_t runs = ceilDivide(extent, inGroups ? runSizeInGroups : runSize * neighbours);
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel = &(inGroups ? kernels::batchnormgroups() : kernels::batchnorm()).forTypes({x.type(), type});
    step.bindings = {
        {x}, {values(1)}, {values(2)}, {values(3)}, {values(4)}, {context.output(0), Access::Write}};
    step.groupCount = linearGroups(planes * runs * neighbours);
    step.operations = 2 * planes * extent;
    step.parameters = parameterBytes(BatchNormParameters {static_cast<uint32_t>(planes * runs),
        static_cast<uint32_t>(runs), static_cast<uint32_t>(channels), static_cast<uint32_t>(extent),
        static_cast<uint32_t>(neighbours), context.attributes().floatOr("epsilon", 1e-5f)});
    context.dispatch(std::move(step));
}

template <int version>
void add(Registry& registry)
{
    registry.add({.name = "BatchNormalization",
        .sinceVersion = version,
        .minInputs = 5,
        .maxInputs = 5,
        .maxOutputs = 5,
        .infer = [](InferenceContext& context) { infer(context, isTraining<version>(context)); },
        .lower =
            [](LoweringContext& context) {
                isTraining<version>(context) ? lowerTrainingBatchNorm(context) : lowerInference(context);
            }});
}

} // namespace

void registerBatchNorm(Registry& registry)
{
    add<1>(registry);
    add<6>(registry);
    add<7>(registry);
    add<9>(registry);
    add<14>(registry);
    add<15>(registry);
}

void registerOperators(Registry& registry)
{
    registerRowNorms(registry);
    registerAddNorm(registry);
    registerBatchNorm(registry);
    registerLrn(registry);
    registerMeanVariance(registry);
}

} // namespace weightless::ops::normalization
