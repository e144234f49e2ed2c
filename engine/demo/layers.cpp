// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/layers.h"

#include "engine/demo/shapearithmetic.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace weightless {

namespace {

WeightInit weightInit(int64_t fanIn, double gain)
{
    return {0, gain / std::sqrt(static_cast<double>(fanIn))};
}

constexpr WeightInit biasInit {0, 0.02};
constexpr WeightInit normScaleInit {1, 0.05};

} // namespace

int64_t groupCount(int64_t channels)
{
    return std::gcd(int64_t {32}, channels);
}

FeatureMap conv2d(GraphWriter& writer, const std::string& module, const std::string& path,
    const FeatureMap& input, int64_t outputChannels, ConvShape shape, double gain)
{
    const GraphWriter::Scope scope(writer, module);
    const int64_t k = shape.kernel;
    const int64_t pad = k / 2;
    const std::string weight = writer.parameter(
        path + ".weight", {outputChannels, input.channels, k, k}, weightInit(input.channels * k * k, gain));
    const std::string bias = writer.parameter(path + ".bias", {outputChannels}, biasInit);
    const std::string output = writer.op("Conv", {input.value, weight, bias},
        {{"dilations", std::vector<int64_t> {1, 1}}, {"group", int64_t {1}},
            {"kernel_shape", std::vector<int64_t> {k, k}},
            {"pads", std::vector<int64_t> {pad, pad, pad, pad}},
            {"strides", std::vector<int64_t> {shape.stride, shape.stride}}});
    const auto outputSize = [&](int64_t size) { return (size + 2 * pad - k) / shape.stride + 1; };
    return {output, outputChannels, outputSize(input.height), outputSize(input.width)};
}

std::string linear(GraphWriter& writer, const std::string& module, const std::string& path,
    const std::string& input, const LinearShape& shape)
{
    const GraphWriter::Scope scope(writer, module);
    const std::string weight =
        writer.foldedParameter("MatMul", {shape.inputs, shape.outputs}, weightInit(shape.inputs, shape.gain));
    const std::string product = writer.op("MatMul", {input, weight});
    if (!shape.hasBias) {
        return product;
    }
    return writer.op("Add", {writer.parameter(path + ".bias", {shape.outputs}, biasInit), product});
}

std::string gemm(GraphWriter& writer, const std::string& module, const std::string& path,
    const std::string& input, const LinearShape& shape)
{
    const GraphWriter::Scope scope(writer, module);
    const std::string weight = writer.parameter(
        path + ".weight", {shape.outputs, shape.inputs}, weightInit(shape.inputs, shape.gain));
    const std::string bias = writer.parameter(path + ".bias", {shape.outputs}, biasInit);
    return writer.op(
        "Gemm", {input, weight, bias}, {{"alpha", 1.0F}, {"beta", 1.0F}, {"transB", int64_t {1}}});
}

std::string groupNorm(GraphWriter& writer, const std::string& module, const std::string& input,
    int64_t channels, double epsilon, const Shape& fixedShape)
{
    const GraphWriter::Scope scope(writer, module);
    const int64_t groups = groupCount(channels);
    const std::vector<double> ones(static_cast<size_t>(groups), 1);
    const std::vector<double> zeros(static_cast<size_t>(groups), 0);
    const std::string grouped = writer.op("Reshape", {input, writer.int64s({0, groups, -1})});
    const std::string scale = writer.floats(ones, {groups});
    const std::string shift = writer.floats(zeros, {groups});
    const std::string normal = writer.op(
        "InstanceNormalization", {grouped, scale, shift}, {{"epsilon", static_cast<float>(epsilon)}});
    const std::string shape =
        writer.style().hasDynamicAxes ? writer.op("Shape", {input}) : writer.int64s(fixedShape);
    const std::string restored = writer.op("Reshape", {normal, shape});
    // The exporter folds the unsqueezed weight and bias, and so loses their names: [channels, 1, 1].
    Shape parameterShape(fixedShape.size() - 1, 1);
    parameterShape[0] = channels;
    const std::string weight = writer.foldedParameter("Mul", parameterShape, normScaleInit);
    const std::string bias = writer.foldedParameter("Add", parameterShape, biasInit);
    return writer.op("Add", {writer.op("Mul", {restored, weight}), bias});
}

std::string layerNorm(GraphWriter& writer, const std::string& module, const std::string& path,
    const std::string& input, int64_t channels)
{
    const GraphWriter::Scope scope(writer, module);
    const std::string weight = writer.parameter(path + ".weight", {channels}, normScaleInit);
    const std::string bias = writer.parameter(path + ".bias", {channels}, biasInit);
    constexpr float epsilon = 1e-5F;
    if (writer.style().opset >= 17) {
        return writer.op(
            "LayerNormalization", {input, weight, bias}, {{"axis", int64_t {-1}}, {"epsilon", epsilon}});
    }
    const std::vector<Attribute> lastAxis {{"axes", std::vector<int64_t> {-1}}};
    const std::string mean = writer.op("ReduceMean", {input}, lastAxis);
    const std::string centered = writer.op("Sub", {input, mean});
    const std::string squared = writer.op("Pow", {centered, writer.scalar(2)});
    const std::string variance = writer.op("ReduceMean", {squared}, lastAxis);
    // 1e-5 is a subnormal float16, as it is in PyTorch's own exports.
    const std::string deviation =
        writer.op("Sqrt", {writer.op("Add", {variance, writer.scalar(static_cast<double>(epsilon))})});
    const std::string normal = writer.op("Div", {centered, deviation});
    return writer.op("Add", {writer.op("Mul", {normal, weight}), bias});
}

std::string silu(GraphWriter& writer, const std::string& module, const std::string& input)
{
    const GraphWriter::Scope scope(writer, module);
    return writer.op("Mul", {input, writer.op("Sigmoid", {input})});
}

std::string gelu(GraphWriter& writer, const std::string& input)
{
    const std::string scaled = writer.op("Div", {input, writer.scalar(std::numbers::sqrt2)});
    const std::string error = writer.op("Add", {writer.op("Erf", {scaled}), writer.scalar(1)});
    return writer.op("Mul", {writer.op("Mul", {input, error}), writer.scalar(0.5)});
}

} // namespace weightless
