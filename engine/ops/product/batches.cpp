// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/batches.h"

#include <algorithm>
#include <string>

namespace weightless::ops::product {

namespace {

uint64_t mostMatrices(const vulkan::DeviceTraits& device)
{
    return device.maxWorkGroupCount[2];
}

// So many outer and inner matrices from these on.
Product partOf(
    LoweringContext& context, const Product& p, std::array<uint64_t, 2> begin, std::array<uint64_t, 2> count)
{
    const auto offset = [&](const std::array<uint64_t, 2>& strides) {
        return begin[0] * strides[0] + begin[1] * strides[1];
    };
    Product part = p;
    part.wholeSize = multiplicationsOf(p);
    part.wholeRows = p.wholeSize != 0 ? p.wholeRows : p.rows;
    part.batchOuter = count[0];
    part.batchInner = count[1];
    part.a = context.viewFrom(p.a, offset(p.batchA));
    part.b = context.viewFrom(p.b, offset(p.batchB));
    part.c = context.viewFrom(p.c, offset(p.batchC));
    part.alignedB = p.alignedB && offset(p.batchB) % 8 == 0;
    if (p.matrixOfB) {
        part.b = p.b; // chosen of all
        part.matrixOfB = context.viewFrom(*p.matrixOfB, begin[0]);
    }
    if (p.residual) {
        part.residual = context.viewFrom(*p.residual, offset(p.batchC));
    }
    if (p.bias && p.biasKind == BiasKind::PerRow) { // counts its rows through the inner matrices
        part.bias = context.viewFrom(*p.bias, begin[1] * p.rows);
    }
    return part;
}

} // namespace

bool hasManyMatrices(const vulkan::DeviceTraits& device, const Product& p)
{
    return p.batchOuter * p.batchInner > mostMatrices(device);
}

std::vector<Product> partsOf(LoweringContext& context, const Product& p)
{
    const uint64_t most = mostMatrices(context.device());
    const uint64_t inner = std::min(p.batchInner, most);
    const uint64_t outer = std::max<uint64_t>(most / p.batchInner, 1);
    if (inner < p.batchInner && p.biasKind == BiasKind::PerRowScaled) {
        context.unsupported("a convolution of " + std::to_string(p.batchInner)
            + " groups with a normalization or slopes; this device counts " + std::to_string(most)
            + " of them at once");
    }
    std::vector<Product> parts;
    for (uint64_t i = 0; i < p.batchOuter; i += outer) {
        for (uint64_t j = 0; j < p.batchInner; j += inner) {
            parts.push_back(partOf(
                context, p, {i, j}, {std::min(outer, p.batchOuter - i), std::min(inner, p.batchInner - j)}));
        }
    }
    return parts;
}

} // namespace weightless::ops::product
