// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/composed.h"

#include "engine/ops/composer.h"
#include "engine/ops/stridedcopy.h"

namespace weightless::ops {

bool wantsOutput(const LoweringContext& context, size_t output)
{
    return output < context.outputCount() && context.wantsOutput(output);
}

void finishOutput(LoweringContext& context, size_t output, const TensorRef& value)
{
    if (!wantsOutput(context, output)) {
        return;
    }
    const TensorRef target = context.output(output);
    if (target.type() == value.type()) {
        context.aliasOutput(output, value);
        return;
    }
    Composer compose(context);
    compose.addTo(target, "Cast", {compose.reshaped(value, target.shape())},
        attributesWith("to", static_cast<int64_t>(target.type())));
}

TensorRef expandedCopy(LoweringContext& context, const TensorRef& x, const Shape& shape)
{
    if (x.shape() == shape) {
        return x;
    }
    const TensorRef result = context.temporary({x.type(), shape});
    dispatchCopy(context, x, result, packedCopy(shape, broadcastStrides(x.shape(), shape)));
    return result;
}

TensorRef filledTensor(LoweringContext& context, TensorDescriptor descriptor, double value)
{
    const TensorRef scalar = scalarOf(context, descriptor.type, value);
    const TensorRef result = context.temporary(std::move(descriptor));
    dispatchFill(context, scalar, result);
    return result;
}

TensorRef scalarOf(LoweringContext& context, DataType type, double value)
{
    HostTensor scalar = makeHostTensor({type, {}});
    if (isFloat(type)) {
        setElement(scalar, 0, value);
    } else {
        setElement(scalar, 0, static_cast<int64_t>(value));
    }
    return context.constant(std::move(scalar));
}

TensorRef reducedOver(
    LoweringContext& context, std::string_view op, const TensorRef& x, const std::vector<int64_t>& axes)
{
    return axes.empty() ? x : Composer(context).add(op, {x}, attributesWith("axes", axes));
}

} // namespace weightless::ops
