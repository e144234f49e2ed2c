// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/narrow.h"

#include "engine/base/bytes.h"
#include "engine/ops/kernels/pack.h"
#include "engine/ops/kernels/unpack.h"

namespace weightless::ops {

namespace {

struct NarrowParameters {
    uint32_t count;
    ScaleLayout layout;
};

// Bindings that a kernel without scales does not look at are those that it has anyway.
std::vector<TensorBinding> bindingsOf(const TensorRef& x, const TensorRef& y, const Scaling* scaling)
{
    return {{x, Access::Read}, {scaling != nullptr ? scaling->scale : x, Access::Read},
        {scaling != nullptr && scaling->zeroPoint ? *scaling->zeroPoint : x, Access::Read},
        {y, Access::Write}};
}

// Those of a byte; four of six bits are three bytes.
uint64_t elementsPerInvocation(DataType narrow)
{
    return bitWidth(narrow) == 6 ? 4 : 8 / bitWidth(narrow);
}

DispatchStep stepOf(const TensorRef& x, const TensorRef& y, DataType narrow, const Scaling* scaling)
{
    const auto count = static_cast<uint64_t>(y.elements());
    return {.loopRounds = fewLoopRounds,
        .specialization = {static_cast<uint32_t>(narrow), scaling != nullptr ? 1U : 0U,
            scaling != nullptr && scaling->zeroPoint ? 1U : 0U},
        .bindings = bindingsOf(x, y, scaling),
        .parameters = parameterBytes(NarrowParameters {
            static_cast<uint32_t>(count), scaling != nullptr ? scaling->layout : ScaleLayout {}}),
        .groupCount = linearGroups(ceilDivide(count, elementsPerInvocation(narrow))),
        .operations = 8 * count};
}

} // namespace

void dispatchUnpack(LoweringContext& context, const TensorRef& x, const TensorRef& y, const Scaling* scaling)
{
    DispatchStep step = stepOf(x, y, x.type(), scaling);
    step.kernel = &kernels::unpack().forTypes({DataType::UInt8, y.type()});
    context.dispatch(std::move(step));
}

void dispatchPack(LoweringContext& context, const TensorRef& x, const TensorRef& y, NarrowRules rules,
    const Scaling* scaling)
{
    DispatchStep step = stepOf(x, y, y.type(), scaling);
    step.kernel = &kernels::pack().forTypes({x.type(), DataType::UInt8});
    step.specialization.push_back(rules.saturates ? 1 : 0);
    step.specialization.push_back(static_cast<uint32_t>(rules.rounding));
    context.dispatch(std::move(step));
}

bool sharesBytes(DataType type)
{
    return isNarrow(type) && bitWidth(type) < 8;
}

TensorRef takenApart(LoweringContext& context, const TensorRef& tensor)
{
    if (!sharesBytes(tensor.type())) {
        return tensor;
    }
    TensorRef apart = apartLike(context, tensor);
    dispatchUnpack(context, tensor, apart);
    return apart;
}

TensorRef apartLike(LoweringContext& context, const TensorRef& tensor)
{
    return sharesBytes(tensor.type()) ? context.temporary({DataType::UInt8, tensor.shape()}) : tensor;
}

void putTogether(LoweringContext& context, const TensorRef& apart, const TensorRef& tensor)
{
    if (sharesBytes(tensor.type())) {
        dispatchPack(context, apart, tensor, {});
    }
}

} // namespace weightless::ops
