// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/elementwise/groups.h"

#include "engine/ops/elementwise/operations.h"
#include "engine/ops/elementwise/parameters.h"
#include "engine/ops/kernels/binarygroups.h"
#include "engine/ops/kernels/unarygroups.h"
#include "engine/ops/product/neighbours.h"

#include <algorithm>

namespace weightless::ops::elementwise {

namespace {

// How an operand is read; the numbers are those of groups.glsl.
enum class GroupAccess : uint32_t { One, Aligned, Anywhere };

uint32_t accessOf(
    const LoweringContext& context, const TensorRef& operand, const std::vector<int64_t>& strides)
{
    if (strides.back() == 0) {
        return static_cast<uint32_t>(GroupAccess::One);
    }
    const bool isAligned =
        !context.mayBeginAnywhere(operand) && std::all_of(strides.begin(), strides.end() - 1, isWholeGroups);
    return static_cast<uint32_t>(isAligned ? GroupAccess::Aligned : GroupAccess::Anywhere);
}

} // namespace

bool isWholeGroups(int64_t elements)
{
    return elements % int64_t {groupItems} == 0;
}

bool takesGroups(const LoweringContext& context, const TensorRef& result)
{
    return loopPolicy(context).prefersKnownQuads && !context.mayBeginAnywhere(result);
}

std::optional<DispatchStep> unaryGroups(const LoweringContext& context, uint32_t operation, float alpha,
    float beta, const TensorRef& x, const TensorRef& y)
{
    if (!kernels::unarygroups().hasTypes({x.type()}) || !takesGroups(context, y)
        || !isWholeGroups(y.elements()) || !product::canReadNeighbours(context.device(), x, {})) {
        return std::nullopt;
    }
    const auto groups = static_cast<uint64_t>(y.elements()) / groupItems;
    return DispatchStep {.kernel = &kernels::unarygroups().forTypes({x.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {operation, accessOf(context, x, {1})},
        .bindings = {{x, Access::Read}, {y, Access::Write}},
        .parameters = parameterBytes(UnaryParameters {static_cast<uint32_t>(groups), alpha, beta}),
        .groupCount = linearGroups(groups),
        .operations = static_cast<uint64_t>(y.elements()),
        .isElementwise = true};
}

std::optional<DispatchStep> binaryGroups(const LoweringContext& context, uint32_t operation,
    const StridedLoop& loop, const TensorRef& left, const TensorRef& right, const TensorRef& result)
{
    const bool hasKernel =
        operation < compareEqual && operation != binaryPow && kernels::binarygroups().hasTypes({left.type()});
    if (!hasKernel || !takesGroups(context, result) || !isWholeGroups(loop.dims.back())
        || !product::canReadNeighbours(context.device(), left, {})
        || !product::canReadNeighbours(context.device(), right, {})) {
        return std::nullopt;
    }
    const auto groups = static_cast<uint64_t>(loop.elements()) / groupItems;
    return DispatchStep {.kernel = &kernels::binarygroups().forTypes({left.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {static_cast<uint32_t>(loop.dims.size()), groupItems, operation,
            accessOf(context, left, loop.strides[1]), accessOf(context, right, loop.strides[2])},
        .bindings = {{left, Access::Read}, {right, Access::Read}, {result, Access::Write}},
        .parameters = parameterBytes(BroadcastParameters {static_cast<uint32_t>(groups),
            loopParameters(loop.dims), loopParameters(loop.strides[1]), loopParameters(loop.strides[2])}),
        .groupCount = linearGroups(groups),
        .operations = static_cast<uint64_t>(loop.elements()),
        .isElementwise = true};
}

} // namespace weightless::ops::elementwise
