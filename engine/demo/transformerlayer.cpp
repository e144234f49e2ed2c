// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/transformerlayer.h"

#include "engine/demo/layers.h"
#include "engine/demo/shapearithmetic.h"

#include <cmath>

namespace weightless {

std::string projectedHeads(GraphWriter& writer, const std::string& name, const std::string& path,
    const std::string& input, const LayerSizes& sizes, bool hasBias)
{
    const std::string projected =
        linear(writer, name, path + "." + name, input, {sizes.width, sizes.width, hasBias});
    const std::string split =
        writer.op("Reshape", {projected, writer.int64s({0, -1, sizes.heads, sizes.headSize()})});
    return transpose(writer, split, {0, 2, 1, 3});
}

std::string attended(GraphWriter& writer, const std::string& output, const std::string& path,
    const std::string& query, const KeyValue& memory, const std::string& mask, const LayerSizes& sizes)
{
    const std::string product = writer.op("MatMul", {query, transpose(writer, memory.key, {0, 1, 3, 2})});
    const double root = std::sqrt(static_cast<double>(sizes.headSize()));
    std::string scores = writer.op("Div", {product, writer.scalar(root)});
    if (!mask.empty()) {
        scores = writer.op("Add", {scores, mask});
    }
    const std::string weights = writer.op("Softmax", {scores}, {{"axis", int64_t {-1}}});
    const std::string mixed = transpose(writer, writer.op("MatMul", {weights, memory.value}), {0, 2, 1, 3});
    const std::string merged = writer.op("Reshape", {mixed, writer.int64s({0, -1, sizes.width})});
    return linear(
        writer, output, path + "." + output, merged, {sizes.width, sizes.width, true, residualGain});
}

std::string feedForward(GraphWriter& writer, const std::string& first, const std::string& second,
    const std::string& path, const std::string& input, const LayerSizes& sizes)
{
    const std::string hidden = linear(writer, first, path + "." + first, input, {sizes.width, sizes.inner});
    return linear(writer, second, path + "." + second, gelu(writer, hidden),
        {sizes.inner, sizes.width, true, residualGain});
}

} // namespace weightless
