// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/integerconvolution.h"

namespace weightless::ops::quantize {

IntegerConvolution convolutionOf(const NodeView& node, const Places& at)
{
    const Shape& x = node.shape(at.x);
    const Shape& w = node.shape(at.w);
    IntegerConvolution conv;
    conv.groups = node.attributes->intOr("group", 1);
    const bool fits = x.size() >= 3 && w.size() == x.size() && conv.groups > 0 && x[1] % conv.groups == 0
        && x[1] / conv.groups == w[1] && w[0] % conv.groups == 0;
    if (!fits) {
        failNode("the input " + toString(node.input(at.x)) + " and the filters " + toString(node.input(at.w))
            + " do not go together in " + std::to_string(conv.groups) + " groups");
    }
    const Shape kernel(w.begin() + 2, w.end());
    if (node.attributes->ints("kernel_shape").value_or(kernel) != kernel) {
        failNode("attribute 'kernel_shape' is not the shape of the filters " + toString(node.input(at.w)));
    }
    conv.window = windowOf(node, Shape(x.begin() + 2, x.end()), kernel);
    conv.images = x[0];
    conv.channels = w[1];
    conv.filters = w[0] / conv.groups;
    return conv;
}

} // namespace weightless::ops::quantize
