// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/blockedfilter.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"

namespace weightless::ops::conv {

namespace {

// The filter in the order of ONNX, for as long as the run needs it.
TensorRef unblocked(LoweringContext& context, uint32_t taps)
{
    const TensorRef w = context.input(1);
    constexpr int64_t channels = filterBlockChannels;
    const int64_t blocks = w.elements() / (channels * taps);
    TensorRef filters = context.unkeptTemporary(w.descriptor);
    Attributes attributes;
    attributes.set("perm", std::vector<int64_t> {0, 2, 1});
    const std::array<std::optional<TensorRef>, 1> inputs {
        context.view(w, {w.type(), {blocks, int64_t {taps}, channels}})};
    context.lowerAs("Transpose", inputs, attributes,
        std::array {context.view(filters, {w.type(), {blocks, channels, int64_t {taps}}})});
    return filters;
}

} // namespace

bool hasBlockedFilter(const Attributes& attributes)
{
    return attributes.intOr(blockedFilterAttribute, 0) != 0;
}

bool readsBlockedFilter(std::string_view kernel)
{
    if (!kernel.starts_with(product::imagePrefix)) {
        return false;
    }
    kernel.remove_prefix(product::imagePrefix.size());
    return kernel.starts_with(nameOf(ProductKernel::Matrix))
        || kernel.starts_with(nameOf(ProductKernel::Group));
}

void lowerBlocked(LoweringContext& context, const Convolution& conv)
{
    const std::optional<uint32_t> taps = blockableTaps(context.input(1).shape());
    if (!taps) {
        context.unsupported("a filter " + toString(context.input(1).descriptor)
            + " does not lie in blocks of " + std::to_string(filterBlockChannels) + " channels");
    }
    if (const auto product = imageProduct(context, conv, filterBias(context, conv.filters * conv.groups))) {
        product::dispatchProduct(context, *product);
        return;
    }
    std::vector<std::optional<TensorRef>> inputs;
    for (size_t i = 0; i < context.inputCount(); ++i) {
        inputs.push_back(context.hasInput(i) ? std::optional(context.input(i)) : std::nullopt);
    }
    inputs[1] = unblocked(context, *taps);
    Attributes attributes = context.attributes();
    attributes.set(std::string(blockedFilterAttribute), int64_t {0});
    context.lowerAs("FusedConv", inputs, attributes, std::array {context.output(0)});
}

} // namespace weightless::ops::conv
