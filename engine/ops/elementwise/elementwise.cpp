// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/elementwise.h"

#include "engine/base/error.h"
#include "engine/ops/elementwise/groups.h"
#include "engine/ops/elementwise/operations.h"
#include "engine/ops/elementwise/parameters.h"
#include "engine/ops/kernels/binary.h"
#include "engine/ops/kernels/compare.h"
#include "engine/ops/kernels/power.h"
#include "engine/ops/kernels/unary.h"
#include "engine/ops/kernels/unary_number.h"
#include "engine/ops/stridedcopy.h"

namespace weightless::ops::elementwise {

namespace {

const char* describe(Types types)
{
    switch (types) {
    case Types::Floats:
        return "a floating-point type";
    case Types::SignedNumbers:
        return "a floating-point or signed integer type";
    case Types::Numbers:
        return "a floating-point or integer type";
    case Types::Integers:
        return "an integer type";
    case Types::Unsigned:
        return "an unsigned integer type";
    case Types::Bool:
        return "bool";
    case Types::All:
        break;
    }
    return "a number or bool";
}

const vulkan::KernelCode& binaryKernel(uint32_t operation, DataType left, DataType right)
{
    if (operation == binaryPow) {
        return kernels::power().forTypes({left, right});
    }
    return operation >= compareEqual ? kernels::compare().forTypes({left})
                                     : kernels::binary().forTypes({left});
}

// A copy of the operand in the result's shape, for loops with more dimensions than a kernel takes.
Operand expanded(LoweringContext& context, const Operand& operand, const Shape& shape)
{
    const TensorRef copy = context.temporary({operand.tensor.type(), shape});
    dispatchCopy(context, operand.tensor, copy, packedCopy(shape, broadcastStrides(operand.shape, shape)));
    return {copy, shape};
}

} // namespace

bool takes(Types types, DataType type)
{
    const bool isUnsigned = isInteger(type) && !isSignedInteger(type);
    switch (types) {
    case Types::Floats:
        return isFloat(type);
    case Types::SignedNumbers:
        return isFloat(type) || isSignedInteger(type);
    case Types::Numbers:
        return isFloat(type) || isInteger(type);
    case Types::Integers:
        return isInteger(type);
    case Types::Unsigned:
        return isUnsigned;
    case Types::Bool:
        return type == DataType::Bool;
    case Types::All:
        break;
    }
    return isFloat(type) || isInteger(type) || type == DataType::Bool;
}

void requireTypes(const InferenceContext& context, size_t input, Types types)
{
    if (!takes(types, context.type(input))) {
        context.fail("input " + std::to_string(input) + " is " + toString(context.input(input))
            + ", expected " + describe(types));
    }
}

void dispatchUnary(LoweringContext& context, uint32_t operation, float alpha, float beta, const TensorRef& x,
    const TensorRef& y)
{
    if (auto groups = unaryGroups(context, operation, alpha, beta, x, y)) {
        context.dispatch(std::move(*groups));
        return;
    }
    const auto count = static_cast<uint64_t>(y.elements());
    const LoopLaunch launch =
        flatLaunchOf(loopPolicy(context), y.elements(), {y.type()}, beginAtQuads(context, {x, y}));
    const KernelFamily& family =
        kernels::unary().hasTypes({x.type()}) ? kernels::unary() : kernels::unary_number();
    const UnaryParameters parameters {static_cast<uint32_t>(count), alpha, beta};
    context.dispatch({.kernel = &family.forTypes({x.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization({operation}),
        .bindings = {{x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(launch.invocations),
        .operations = count,
        .isElementwise = true});
}

void dispatchBinary(LoweringContext& context, uint32_t operation, const Operand& left, const Operand& right,
    const TensorRef& result)
{
    const std::array<Shape, 2> shapes {left.shape, right.shape};
    const StridedLoop loop = collapsed(broadcastLoop(result.shape(), shapes));
    if (loop.elements() == 0) {
        return;
    }
    if (loop.dims.size() > maxLoopRank) {
        dispatchBinary(context, operation, expanded(context, left, result.shape()),
            expanded(context, right, result.shape()), result);
        return;
    }
    if (auto groups = binaryGroups(context, operation, loop, left.tensor, right.tensor, result)) {
        context.dispatch(std::move(*groups));
        return;
    }
    const LoopLaunch launch = launchOf(loopPolicy(context), loop, {left.tensor.type(), right.tensor.type()},
        beginAtQuads(context, loop, {result, left.tensor, right.tensor}));
    const BroadcastParameters parameters {.invocations = static_cast<uint32_t>(launch.invocations),
        .dims = loopParameters(loop.dims),
        .leftStrides = loopParameters(loop.strides[1]),
        .rightStrides = loopParameters(loop.strides[2])};
    context.dispatch({.kernel = &binaryKernel(operation, left.tensor.type(), right.tensor.type()),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization({operation}),
        .bindings = {{left.tensor, Access::Read}, {right.tensor, Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(launch.invocations),
        .operations = static_cast<uint64_t>(loop.elements()),
        .isElementwise = true});
}

void registerOperators(Registry& registry)
{
    registerUnary(registry);
    registerPredicates(registry);
    registerClip(registry);
    registerBinary(registry);
    registerPow(registry);
    registerVariadic(registry);
    registerGatedHalves(registry);
    registerSwiGlu(registry);
}

} // namespace weightless::ops::elementwise
