// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/quantize/quantizecases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::quantize {

namespace {

struct Options {
    DataType xType = DataType::UInt8;
    DataType wType = DataType::UInt8;
    Shape x = {2, 3, 5, 7};
    Shape w = {4, 3, 3, 2};
    int64_t groups = 1;
    int64_t stride = 1;
    int64_t dilation = 1;
    int64_t pad = 0; // on every side
    int64_t leftOut = 0; // less at the ends
    bool hasZeroPoints = true;
    bool isPerFilter = false;
};

double lowOf(DataType type)
{
    return type == DataType::Int8 ? -128 : 0;
}

HostTensor bytes(DataType type, const Shape& shape, uint64_t seed)
{
    return randomTensor(type, shape, seed, lowOf(type), lowOf(type) + 255);
}

int64_t zeroOf(const std::optional<HostTensor>& zero, int64_t filter)
{
    if (!zero) {
        return 0;
    }
    const bool isOne = elementCount(zero->descriptor.shape) == 1;
    return elementAsInt64(*zero, isOne ? 0 : static_cast<size_t>(filter));
}

// Two spatial dimensions, tap by tap.
HostTensor sumsOf(const Options& o, const HostTensor& x, const HostTensor& w,
    const std::optional<HostTensor>& xZero, const std::optional<HostTensor>& wZero)
{
    const auto out = [&](size_t d) {
        return (o.x[d] + 2 * o.pad - o.leftOut - o.dilation * (o.w[d] - 1) - 1) / o.stride + 1;
    };
    HostTensor y = makeHostTensor({DataType::Int32, {o.x[0], o.w[0], out(2), out(3)}});
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, y.descriptor.shape);
        int64_t sum = 0;
        for (int64_t tap = 0; tap < o.w[1] * o.w[2] * o.w[3]; ++tap) {
            const std::vector<int64_t> at = coordinatesOf(tap, {o.w[1], o.w[2], o.w[3]});
            const int64_t row = place[2] * o.stride + at[1] * o.dilation - o.pad;
            const int64_t column = place[3] * o.stride + at[2] * o.dilation - o.pad;
            if (row < 0 || column < 0 || row >= o.x[2] || column >= o.x[3]) {
                continue;
            }
            const int64_t channel = place[1] / (o.w[0] / o.groups) * o.w[1] + at[0];
            const auto xIndex = static_cast<size_t>(indexOf({place[0], channel, row, column}, o.x));
            const auto wIndex = static_cast<size_t>(indexOf({place[1], at[0], at[1], at[2]}, o.w));
            sum += (elementAsInt64(x, xIndex) - zeroOf(xZero, 0))
                * (elementAsInt64(w, wIndex) - zeroOf(wZero, place[1]));
        }
        setElement(y, static_cast<size_t>(i), sum);
    }
    return y;
}

void setWindow(OperatorCase& test, const Options& o)
{
    test.attributes.set("group", o.groups);
    test.attributes.set("strides", std::vector<int64_t> {o.stride, o.stride});
    test.attributes.set("dilations", std::vector<int64_t> {o.dilation, o.dilation});
    const int64_t end = o.pad - o.leftOut;
    test.attributes.set("pads", std::vector<int64_t> {o.pad, o.pad, end, end});
    test.name = toString(o.xType) + toString(o.x) + " by " + toString(o.wType) + toString(o.w) + ", "
        + std::to_string(o.groups) + " groups, pad " + std::to_string(o.pad) + ", stride "
        + std::to_string(o.stride) + (o.leftOut > 0 ? ", left out " + std::to_string(o.leftOut) : "");
}

OperatorCase integerCase(const Options& o)
{
    OperatorCase test {.name = {}, .opType = "ConvInteger", .opset = 10};
    setWindow(test, o);
    const HostTensor x = bytes(o.xType, o.x, 1);
    const HostTensor w = bytes(o.wType, o.w, 2);
    test.inputs = {x, w, std::nullopt, std::nullopt};
    if (o.hasZeroPoints) {
        test.inputs[2] = bytes(o.xType, {}, 3);
        test.inputs[3] = bytes(o.wType, o.isPerFilter ? Shape {o.w[0]} : Shape {}, 4);
    }
    test.expected = {sumsOf(o, x, w, test.inputs[2], test.inputs[3])};
    return test;
}

OperatorCase linearCase(const Options& o, DataType yType, bool hasBias)
{
    OperatorCase test {.name = {}, .opType = "QLinearConv", .opset = 10};
    setWindow(test, o);
    const HostTensor x = bytes(o.xType, o.x, 1);
    const HostTensor w = bytes(o.wType, o.w, 2);
    const Shape perFilter = o.isPerFilter ? Shape {o.w[0]} : Shape {};
    const double xScale = 0.03125;
    const double yScale = 8.3;
    const HostTensor wScale = randomTensor(DataType::Float32, perFilter, 5, 0.4, 0.7);
    const HostTensor yZero = tensorOf(yType, {}, {3});
    test.inputs = {x, tensorOf(DataType::Float32, {}, {xScale}), bytes(o.xType, {}, 3), w, wScale,
        bytes(o.wType, perFilter, 4), tensorOf(DataType::Float32, {}, {yScale}), yZero};
    const HostTensor bias = randomTensor(DataType::Int32, {o.w[0]}, 6, -900, 900);
    if (hasBias) {
        test.inputs.emplace_back(bias);
    }
    const HostTensor sums = sumsOf(o, x, w, test.inputs[2], test.inputs[5]);
    HostTensor y = makeHostTensor({yType, sums.descriptor.shape});
    for (size_t i = 0; i < static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0)); ++i) {
        const auto filter =
            static_cast<size_t>(coordinatesOf(static_cast<int64_t>(i), y.descriptor.shape)[1]);
        const double sum =
            static_cast<double>(elementAsInt64(sums, i) + (hasBias ? elementAsInt64(bias, filter) : 0));
        const double scale = xScale * elementAsDouble(wScale, o.isPerFilter ? filter : 0);
        const double value =
            std::nearbyint(sum * scale / static_cast<double>(static_cast<float>(yScale))) + 3;
        setElement(y, i, static_cast<int64_t>(std::clamp(value, lowOf(yType), lowOf(yType) + 255)));
    }
    test.expected = {std::move(y)};
    test.absoluteTolerance = 1; // a product on the border of two steps may round either way
    return test;
}

void addScaledConvolutions(CaseList& cases)
{
    const Options odd {.wType = DataType::Int8, .x = {2, 6, 5, 7}, .w = {4, 3, 3, 2}, .groups = 2, .pad = 1};
    const Options depthwise {
        .wType = DataType::Int8, .x = {1, 4, 9, 7}, .w = {4, 1, 3, 3}, .groups = 4, .pad = 1};
    const Options square {.wType = DataType::Int8, .x = {2, 18, 9, 11}, .w = {17, 18, 3, 3}, .pad = 1};
    const Options pointwise {.x = {1, 70, 5, 4}, .w = {9, 70, 1, 1}};
    const Options shorter {.x = {2, 18, 9, 11}, .w = {17, 18, 1, 1}, .leftOut = 2};
    for (const Options& o : {odd, depthwise, square, pointwise, shorter}) {
        cases.push_back(scaledCase(integerCase(o), 1, {}));
        cases.push_back(scaledCase(integerCase(o), 1,
            {.isPerColumn = true, .bias = DataType::Float32, .activation = "Relu", .isUnquantized = true}));
        cases.push_back(scaledCase(integerCase(o), 1, {.bias = DataType::Int32}));
    }
    cases.push_back(scaledCase(integerCase(square), 1, {.bias = DataType::Float32, .kernel = "winograd2"}));
    cases.push_back(scaledCase(integerCase({.x = {0, 3, 5, 7}}), 1, {}));
    OperatorCase automatic = scaledCase(integerCase(square), 1, {});
    automatic.attributes.set("pads", std::vector<int64_t>(4, 0));
    automatic.attributes.set("auto_pad", std::string("SAME_UPPER"));
    automatic.name += ", padded automatically";
    cases.push_back(std::move(automatic));
}

} // namespace

void addConvolutionCases(CaseList& cases)
{
    cases.push_back(integerCase({}));
    cases.push_back(integerCase({.pad = 1}));
    cases.push_back(integerCase({.stride = 2, .dilation = 2, .pad = 2, .isPerFilter = true}));
    cases.push_back(integerCase({.xType = DataType::Int8, .wType = DataType::Int8, .hasZeroPoints = false}));
    cases.push_back(integerCase({.wType = DataType::Int8, .x = {1, 6, 5, 7}, .groups = 2}));
    cases.push_back(integerCase({.x = {1, 4, 5, 7}, .w = {4, 1, 3, 3}, .groups = 4, .pad = 1}));
    cases.push_back(integerCase({.x = {0, 3, 5, 7}}));
    // Pads below zero at the end leave elements out.
    cases.push_back(integerCase({.leftOut = 2}));
    cases.push_back(integerCase({.stride = 2, .pad = 1, .leftOut = 3}));
    cases.push_back(integerCase({.x = {1, 70, 5, 4}, .w = {9, 70, 1, 1}, .leftOut = 1}));
    cases.push_back(integerCase({.x = {2, 70, 7, 6}, .w = {3, 70, 3, 3}, .pad = 1, .leftOut = 3}));
    cases.push_back(linearCase({.pad = 1, .leftOut = 2}, DataType::UInt8, true));
    // Sums beyond 2^24, which floats would round.
    cases.push_back(integerCase({.x = {1, 300, 2, 2}, .w = {2, 300, 1, 1}, .hasZeroPoints = false}));
    // As many channels at once as have exact sums, more than once, and more taps than that.
    cases.push_back(integerCase({.x = {2, 70, 4, 4}, .w = {3, 70, 3, 3}, .pad = 1}));
    cases.push_back(integerCase({.x = {1, 70, 5, 4}, .w = {3, 70, 3, 3}, .stride = 2, .isPerFilter = true}));
    cases.push_back(integerCase({.x = {2, 2, 20, 18}, .w = {3, 2, 17, 16}, .pad = 1}));
    cases.push_back(integerCase({.x = {1, 64, 3, 3}, .w = {4, 32, 3, 3}, .groups = 2, .pad = 1}));
    cases.push_back(integerCase({.x = {1, 16, 9, 9}, .w = {16, 16, 3, 3}, .pad = 1, .hasZeroPoints = false}));
    cases.push_back(linearCase({}, DataType::UInt8, false));
    cases.push_back(
        linearCase({.wType = DataType::Int8, .pad = 1, .isPerFilter = true}, DataType::UInt8, true));
    cases.push_back(
        linearCase({.xType = DataType::Int8, .wType = DataType::Int8, .stride = 2}, DataType::Int8, true));
    cases.push_back(
        linearCase({.x = {1, 0, 5, 7}, .w = {4, 0, 3, 2}}, DataType::UInt8, true)); // biases alone
    cases.push_back(linearCase({.x = {0, 3, 5, 7}}, DataType::UInt8, true));
    cases.push_back(linearCase(
        {.wType = DataType::Int8, .x = {1, 300, 4, 5}, .w = {18, 300, 3, 3}, .pad = 1, .isPerFilter = true},
        DataType::UInt8, true));
    addScaledConvolutions(cases);
    OperatorCase wrong = integerCase({});
    wrong.inputs[1] = bytes(DataType::UInt8, {4, 2, 3, 3}, 1);
    wrong.expectedError = "do not go together in 1 groups";
    cases.push_back(wrong);
    wrong = linearCase({}, DataType::UInt8, true);
    wrong.inputs[8] = randomTensor(DataType::Int32, {3}, 1);
    wrong.expectedError = "expected int32[4]";
    cases.push_back(wrong);
}

} // namespace weightless::ops::quantize
