// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/cast.h"
#include "engine/model/finitefloat.h"
#include "engine/model/float16factors.h"
#include "engine/ops/finitecast.h"
#include "engine/ops/narrow.h"
#include "engine/ops/operator.h"
#include "engine/ops/stridedloop.h"

#include <array>
#include <utility>

namespace weightless::ops::cast {

namespace {

struct CastParameters {
    uint32_t count;
};

// Version 1 names the type instead of numbering it.
DataType typeNamed(const InferenceContext& context, const std::string& name)
{
    constexpr std::array<std::pair<std::string_view, DataType>, 12> names {
        {{"FLOAT", DataType::Float32}, {"FLOAT16", DataType::Float16}, {"DOUBLE", DataType::Float64},
            {"INT8", DataType::Int8}, {"INT16", DataType::Int16}, {"INT32", DataType::Int32},
            {"INT64", DataType::Int64}, {"UINT8", DataType::UInt8}, {"UINT16", DataType::UInt16},
            {"UINT32", DataType::UInt32}, {"UINT64", DataType::UInt64}, {"BOOL", DataType::Bool}}};
    for (const auto& [known, type] : names) {
        if (known == name) {
            return type;
        }
    }
    context.fail("attribute 'to' is '" + name + "', expected the name of a type");
}

void setTypedOutput(InferenceContext& context, DataType type)
{
    for (const DataType checked : {context.type(0), type}) {
        if (typeSuffix(checked).empty() && !isNarrow(checked)) {
            context.unsupported(
                "there is no conversion from " + toString(context.type(0)) + " to " + toString(type));
        }
    }
    context.setOutput(0, type, context.shape(0));
}

void inferCast(InferenceContext& context)
{
    if (!context.attributes().has("to")) {
        context.fail("attribute 'to' is required");
    }
    // Compositions give the number in every version.
    if (std::holds_alternative<std::string>(*context.attributes().find("to"))) {
        setTypedOutput(context, typeNamed(context, context.attributes().stringOr("to", "")));
    } else {
        setTypedOutput(context, static_cast<DataType>(context.attributes().intOr("to", 0)));
    }
}

bool isUnifiable(DataType type)
{
    return type == DataType::Float32 || type == DataType::Float16 || type == DataType::BFloat16;
}

// One number that stayed float32 follows from no weight: sizes, counters, what a user chose. It may be any.
bool hasFactorBeyond(const InferenceContext& context)
{
    for (size_t i = 0; i < context.inputCount(); ++i) {
        const HostTensor* value = context.value(i);
        const bool isBeyond = value != nullptr
            ? isUnifiable(value->descriptor.type) && isBeyondFloat16(*value)
            : context.type(i) == DataType::Float32 && elementCount(context.shape(i)) == 1;
        if (isBeyond) {
            return true;
        }
    }
    return false;
}

void inferCastBeside(InferenceContext& context)
{
    const auto beside = static_cast<DataType>(context.attributes().intOr(besideAttribute, 0));
    bool isWanted = beside == DataType::Undefined;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        isWanted = isWanted || (context.hasInput(i) && context.type(i) == beside);
    }
    const bool isWide = context.attributes().intOr(factorsAttribute, 0) != 0 && hasFactorBeyond(context);
    const auto to = isWide ? DataType::Float32 : static_cast<DataType>(context.attributes().intOr("to", 0));
    context.setOutput(0, isWanted && isUnifiable(context.type(0)) ? to : context.type(0), context.shape(0));
}

// Where input 1 has the type `beside`, it is `to` in the model: what follows from no weight is no more
// rounded than by a Cast.
DataType typeLike(const InferenceContext& context)
{
    const auto beside = static_cast<DataType>(context.attributes().intOr(besideAttribute, 0));
    const DataType like = context.type(1);
    if (beside == DataType::Undefined || !isUnifiable(like)) {
        return like;
    }
    if (context.type(0) == beside && context.attributes().intOr(sameAttribute, 0) != 0) {
        return beside;
    }
    return like == beside ? static_cast<DataType>(context.attributes().intOr("to", 0)) : like;
}

void inferCastLike(InferenceContext& context)
{
    setTypedOutput(context, typeLike(context));
}

// As the kernel has it.
uint32_t keptFiniteOf(const Attributes& attributes)
{
    const int64_t use = attributes.intOr(finiteAttribute, 0); // weights are known, and folded
    return static_cast<uint32_t>(
        std::clamp<int64_t>(use == finiteWeights ? finiteValues : use, 0, finiteLimits));
}

void dispatchCast(LoweringContext& context, const TensorRef& x, const TensorRef& y)
{
    const auto count = static_cast<uint64_t>(y.elements());
    const LoopLaunch launch =
        flatLaunchOf(loopPolicy(context), y.elements(), {x.type(), y.type()}, beginAtQuads(context, {x, y}));
    context.dispatch({.kernel = &kernels::cast().forTypes({x.type(), y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization({keptFiniteOf(context.attributes())}),
        .bindings = {{x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(CastParameters {static_cast<uint32_t>(count)}),
        .groupCount = linearGroups(launch.invocations),
        .operations = count,
        .isElementwise = true});
}

bool isReal(DataType type)
{
    return isFloat(type) || isNarrowFloat(type);
}

NarrowRules rulesOf(const Attributes& attributes)
{
    const std::string rounding = attributes.stringOr("round_mode", "up");
    return {.saturates = attributes.intOr("saturate", 1) != 0,
        .rounding = rounding == "down" ? ScaleRounding::Down
            : rounding == "nearest"    ? ScaleRounding::Nearest
                                       : ScaleRounding::Up};
}

void lowerCast(LoweringContext& context, const TensorRef& x, const TensorRef& y)
{
    context.lowerAs(
        "Cast", std::array {std::optional(x)},
        [&] {
            Attributes attributes = context.attributes();
            attributes.set("to", static_cast<int64_t>(y.type()));
            return attributes;
        }(),
        std::array {y});
}

// Narrow types meet the others in float32, which holds all of their values, or, where integers wrap, in
// int32.
void lowerNarrow(LoweringContext& context, const TensorRef& x, const TensorRef& y)
{
    const auto isDirect = [](DataType type) {
        return type == DataType::Float32 || type == DataType::Float16 || type == DataType::BFloat16;
    };
    if (isNarrow(x.type())) {
        if (isDirect(y.type())) {
            dispatchUnpack(context, x, y);
            return;
        }
        const TensorRef wide = context.temporary({DataType::Float32, x.shape()});
        dispatchUnpack(context, x, wide);
        lowerCast(context, wide, y);
        return;
    }
    if (isDirect(x.type()) || (x.type() == DataType::Int32 && isNarrowInteger(y.type()))) {
        dispatchPack(context, x, y, rulesOf(context.attributes()));
        return;
    }
    const bool isWhole = !isFloat(x.type()) && isNarrowInteger(y.type());
    const TensorRef between = context.temporary({isWhole ? DataType::Int32 : DataType::Float32, x.shape()});
    lowerCast(context, x, between);
    lowerCast(context, between, y);
}

// The common types convert directly; the others go through a type that holds every value of one side.
DataType bridge(DataType from, DataType to)
{
    const bool bothFloat = isFloat(from) && isFloat(to);
    const bool floatAndWide =
        (isFloat(from) && to == DataType::UInt64) || (from == DataType::UInt64 && isFloat(to));
    return bothFloat || floatAndWide ? DataType::Float32 : DataType::Int64;
}

void lower(LoweringContext& context)
{
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    if (x.type() == y.type()) {
        context.aliasOutput(0, x);
        return;
    }
    if (isNarrow(x.type()) || isNarrow(y.type())) {
        lowerNarrow(context, x, y);
        return;
    }
    if (kernels::cast().hasTypes({x.type(), y.type()})) {
        dispatchCast(context, x, y);
        return;
    }
    const TensorRef between = context.temporary({bridge(x.type(), y.type()), x.shape()});
    dispatchCast(context, x, between);
    dispatchCast(context, between, y);
}

// Through float32, as the kernels do it.
double castFinite(double value, DataType type, FiniteUse use)
{
    const bool isSmaller = type != DataType::Float64;
    return isSmaller ? keptFinite(static_cast<float>(keptFinite(value, DataType::Float32, use)), type, use)
                     : value;
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const HostTensor& x = *context.inputs[0];
    HostTensor y = makeHostTensor(context.outputs[0]);
    const auto count = static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0));
    const DataType type = y.descriptor.type;
    const bool throughFloat = isReal(x.descriptor.type) || isReal(type);
    const Attributes& attributes = *NodeView(context).attributes;
    const NarrowRules rules = rulesOf(attributes);
    const uint32_t kept = keptFiniteOf(attributes);
    const FiniteUse use = kept == finiteLimits                  ? FiniteUse::Limit
        : attributes.intOr(finiteAttribute, 0) == finiteWeights ? FiniteUse::Weight
                                                                : FiniteUse::Value;
    for (size_t i = 0; i < count; ++i) {
        if (isNarrowFloat(type)) {
            setNarrowCode(
                y.bytes, type, i, floatToNarrow(type, static_cast<float>(elementAsDouble(x, i)), rules));
        } else if (throughFloat) {
            const double value = elementAsDouble(x, i);
            setElement(y, i, kept != 0 ? castFinite(value, type, use) : value);
        } else {
            setElement(y, i, elementAsInt64(x, i));
        }
    }
    return {std::move(y)};
}

// Whatever is known of the others.
std::vector<HostTensor> foldCastBeside(const FoldContext& context)
{
    const HostTensor& x = *context.inputs[0];
    if (x.descriptor.type == context.outputs[0].type) {
        return {x};
    }
    std::vector<HostTensor> folded = fold(context);
    if (context.outputs[0].type == DataType::Float16) {
        const std::span<uint16_t> halves = folded[0].as<uint16_t>();
        for (size_t i = 0; i < halves.size(); ++i) {
            halves[i] = keptFromZero(halves[i], elementAsDouble(x, i) == 0);
        }
    }
    return folded;
}

} // namespace

void registerOperators(Registry& registry)
{
    registry.add({.name = "Cast", .infer = inferCast, .lower = lower, .fold = fold});
    registry.add({.name = "Cast", .sinceVersion = 6, .infer = inferCast, .lower = lower, .fold = fold});
    registry.add({.name = "CastLike",
        .sinceVersion = 15,
        .minInputs = 2,
        .maxInputs = 2,
        .infer = inferCastLike,
        .lower = lower,
        .fold = fold,
        .foldsFromFirst = true});
    registry.add({.name = "CastBeside",
        .maxInputs = anyCount,
        .infer = inferCastBeside,
        .lower = lower,
        .fold = foldCastBeside,
        .foldsFromFirst = true,
        .domain = "weightless"});
}

} // namespace weightless::ops::cast
