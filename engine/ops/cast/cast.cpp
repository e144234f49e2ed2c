// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/cast.h"
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
        if (typeSuffix(checked).empty()) {
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

void inferCastLike(InferenceContext& context)
{
    setTypedOutput(context, context.type(1));
}

void dispatchCast(LoweringContext& context, const TensorRef& x, const TensorRef& y)
{
    const auto count = static_cast<uint64_t>(y.elements());
    const uint32_t items = itemsPerInvocation(context.device(), {{y.elements()}, {}});
    context.dispatch({.kernel = &kernels::cast().forTypes({x.type(), y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {items},
        .bindings = {{x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(CastParameters {static_cast<uint32_t>(count)}),
        .groupCount = linearGroups((count + items - 1) / items),
        .operations = count});
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
    if (kernels::cast().hasTypes({x.type(), y.type()})) {
        dispatchCast(context, x, y);
        return;
    }
    const TensorRef between = context.temporary({bridge(x.type(), y.type()), x.shape()});
    dispatchCast(context, x, between);
    dispatchCast(context, between, y);
}

std::vector<HostTensor> fold(const FoldContext& context)
{
    const HostTensor& x = *context.inputs[0];
    HostTensor y = makeHostTensor(context.outputs[0]);
    const auto count = static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0));
    const bool throughFloat = isFloat(x.descriptor.type) || isFloat(y.descriptor.type);
    for (size_t i = 0; i < count; ++i) {
        if (throughFloat) {
            setElement(y, i, elementAsDouble(x, i));
        } else {
            setElement(y, i, elementAsInt64(x, i));
        }
    }
    return {std::move(y)};
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
        .fold = fold});
}

} // namespace weightless::ops::cast
