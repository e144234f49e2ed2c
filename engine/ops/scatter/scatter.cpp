// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/scatter/scatter.h"

#include "engine/model/elementmoves.h"
#include "engine/ops/composed.h"
#include "engine/ops/composer.h"
#include "engine/ops/stridedcopy.h"

#include <algorithm>
#include <array>

namespace weightless::ops::scatter {

namespace {

template <typename T>
bool isNaN(T value)
{
    return value != value;
}

// A NaN wins, as where rows are reduced.
template <typename T>
T reduced(Reduction reduction, T present, T update)
{
    switch (reduction) {
    case Reduction::Add:
        return present + update;
    case Reduction::Mul:
        return present * update;
    case Reduction::Min:
        return update < present || isNaN(update) ? update : present;
    case Reduction::Max:
        return update > present || isNaN(update) ? update : present;
    case Reduction::Replace:
        break;
    }
    return update;
}

// Sums and products that do not fit wrap, as they do on the device. uint64 is in the bits of an int64.
int64_t reducedInteger(Reduction reduction, DataType type, int64_t present, int64_t update)
{
    const bool isOrder =
        (reduction == Reduction::Min || reduction == Reduction::Max) && type != DataType::UInt64;
    return isOrder ? reduced(reduction, present, update)
                   : static_cast<int64_t>(
                       reduced(reduction, static_cast<uint64_t>(present), static_cast<uint64_t>(update)));
}

} // namespace

Reduction reductionOf(const NodeView& node)
{
    constexpr std::array<std::string_view, 5> names {"none", "add", "mul", "min", "max"};
    const std::string name = node.attributes->stringOr("reduction", "none");
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        failNode("attribute 'reduction' is '" + name + "', expected none, add, mul, min or max");
    }
    if (found != names.begin() && node.input(0).type == DataType::String) {
        failNode("attribute 'reduction' is '" + name + "', which is not possible with strings");
    }
    return static_cast<Reduction>(found - names.begin());
}

void copyData(LoweringContext& context)
{
    const TensorRef data = context.input(0);
    dispatchCopy(context, data, context.output(0), packedCopy(data.shape(), contiguousStrides(data.shape())));
}

void updateOnHost(Reduction reduction, HostTensor& result, size_t to, const HostTensor& updates, size_t from)
{
    const DataType type = result.descriptor.type;
    if (reduction == Reduction::Replace) {
        moveElements(updates, from, 1, result, to);
    } else if (isFloat(type)) {
        setElement(
            result, to, reduced(reduction, elementAsDouble(result, to), elementAsDouble(updates, from)));
    } else {
        setElement(result, to,
            reducedInteger(reduction, type, elementAsInt64(result, to), elementAsInt64(updates, from)));
    }
}

bool lowerWidened(LoweringContext& context, std::string_view opType, Reduction reduction)
{
    const DataType type = context.input(0).type();
    if (reduction == Reduction::Replace || isFloat(type) || type == DataType::Int32
        || type == DataType::Int64) {
        return false;
    }
    const bool isWide = type == DataType::UInt32 || type == DataType::UInt64;
    const bool compares = reduction == Reduction::Min || reduction == Reduction::Max;
    if (type == DataType::UInt64 && compares) {
        context.unsupported("the least or greatest of uint64");
    }
    const DataType wider = isWide ? DataType::Int64 : DataType::Int32;
    Composer compose(context);
    finishOutput(context, 0,
        compose.add(opType,
            {compose.cast(context.input(0), wider), context.input(1), compose.cast(context.input(2), wider)},
            context.attributes()));
    return true;
}

const vulkan::KernelCode& kernelFor(
    const KernelFamily& family, Reduction reduction, DataType type, DataType indexType)
{
    return reduction == Reduction::Replace ? family.forWidthAndType(type, indexType)
                                           : family.forTypes({type, indexType});
}

void registerOperators(Registry& registry)
{
    registerScatterElements(registry);
    registerScatterND(registry);
}

} // namespace weightless::ops::scatter
