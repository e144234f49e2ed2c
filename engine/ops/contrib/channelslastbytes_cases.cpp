// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contribcases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::contrib {

namespace {

double lowOf(DataType type)
{
    return type == DataType::Int8 ? -128 : 0;
}

int64_t elementAt(const HostTensor& tensor, const std::vector<int64_t>& place)
{
    return elementAsInt64(tensor, static_cast<size_t>(indexOf(place, tensor.descriptor.shape)));
}

struct Convolution {
    DataType type = DataType::UInt8;
    bool isLast = true;
    bool hasBias = true;
    int64_t groups = 1;
    int64_t stride = 1;
    int64_t pad = 0; // on every side
};

constexpr int64_t imageZero = 5;
constexpr int64_t resultZero = 9;

// At [image, row, column, filter], tap by tap. `images` has its channels last.
int64_t sumAt(
    const Convolution& o, const HostTensor& images, const HostTensor& w, const std::vector<int64_t>& place)
{
    const Shape& x = images.descriptor.shape;
    const Shape& filters = w.descriptor.shape;
    const int64_t group = place[3] / (filters[0] / o.groups);
    int64_t sum = 0;
    for (int64_t tap = 0; tap < filters[1] * filters[2] * filters[3]; ++tap) {
        const std::vector<int64_t> at = coordinatesOf(tap, {filters[1], filters[2], filters[3]});
        const int64_t row = place[1] * o.stride + at[1] - o.pad;
        const int64_t column = place[2] * o.stride + at[2] - o.pad;
        if (row >= 0 && column >= 0 && row < x[1] && column < x[2]) {
            sum += (elementAt(images, {place[0], row, column, group * filters[1] + at[0]}) - imageZero)
                * elementAt(w, {place[3], at[0], at[1], at[2]});
        }
    }
    return sum;
}

// The same with its channels second.
HostTensor channelsSecond(const HostTensor& x)
{
    const Shape& shape = x.descriptor.shape;
    HostTensor y = makeHostTensor({x.descriptor.type, {shape[0], shape[3], shape[1], shape[2]}});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, y.descriptor.shape);
        setElement(y, static_cast<size_t>(i), elementAt(x, {at[0], at[2], at[3], at[1]}));
    }
    return y;
}

OperatorCase convolutionCase(const Convolution& o)
{
    OperatorCase test = contribCase(toString(o.type) + (o.isLast ? ", channels last" : ", channels second")
            + (o.hasBias ? ", bias" : "") + (o.groups > 1 ? ", groups" : ""),
        "QLinearConv", o.type);
    const HostTensor x = randomTensor(o.type, {2, 5, 4, 4}, 1, lowOf(o.type), lowOf(o.type) + 255);
    const HostTensor w = randomTensor(DataType::Int8, {6, 4 / o.groups, 3, 2}, 2, -128, 127);
    const HostTensor bias = randomTensor(DataType::Int32, {6}, 3, -900, 900);
    const double scale = 1.0 / 64;
    const auto out = [&](int64_t size, int64_t taps) { return (size + 2 * o.pad - taps) / o.stride + 1; };
    HostTensor y = makeHostTensor({o.type, {2, out(5, 3), out(4, 2), 6}});
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, y.descriptor.shape);
        const int64_t sum =
            sumAt(o, x, w, place) + (o.hasBias ? elementAsInt64(bias, static_cast<size_t>(place[3])) : 0);
        const double value =
            std::nearbyint(static_cast<double>(sum) * scale / 8) + static_cast<double>(resultZero);
        setElement(y, static_cast<size_t>(i),
            static_cast<int64_t>(std::clamp(value, lowOf(o.type), lowOf(o.type) + 255)));
    }
    test.inputs = {o.isLast ? x : channelsSecond(x), tensorOf(DataType::Float32, {}, {scale}),
        tensorOf(o.type, {}, {imageZero}), w, tensorOf(DataType::Float32, {}, {1}),
        tensorOf(DataType::Int8, {}, {0}), tensorOf(DataType::Float32, {}, {8}),
        tensorOf(o.type, {}, {resultZero})};
    if (o.hasBias) {
        test.inputs.emplace_back(bias);
    }
    test.attributes.set("channels_last", int64_t {o.isLast ? 1 : 0});
    test.attributes.set("group", o.groups);
    test.attributes.set("strides", std::vector<int64_t>(2, o.stride));
    test.attributes.set("pads", std::vector<int64_t>(4, o.pad));
    test.expected = {o.isLast ? y : channelsSecond(y)};
    return test;
}

// The most of windows of two rows and three columns, each of which begins `stride` after the last one.
OperatorCase maxCase(DataType type, int64_t stride, int64_t pad)
{
    OperatorCase test = contribCase(
        toString(type) + ", stride " + std::to_string(stride) + ", pads of " + std::to_string(pad),
        "NhwcMaxPool", type);
    const HostTensor x = randomTensor(type, {2, 5, 7, 3}, 1, lowOf(type), lowOf(type) + 255);
    const auto out = [&](int64_t size, int64_t taps) { return (size + 2 * pad - taps) / stride + 1; };
    HostTensor y = makeHostTensor({type, {2, out(5, 2), out(7, 3), 3}});
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, y.descriptor.shape);
        auto most = static_cast<int64_t>(lowOf(type));
        for (int64_t tap = 0; tap < 6; ++tap) {
            const int64_t row = place[1] * stride + tap / 3 - pad;
            const int64_t column = place[2] * stride + tap % 3 - pad;
            if (row >= 0 && column >= 0 && row < 5 && column < 7) {
                most = std::max(most, elementAt(x, {place[0], row, column, place[3]}));
            }
        }
        setElement(y, static_cast<size_t>(i), most);
    }
    test.inputs = {x};
    test.attributes.set("kernel_shape", std::vector<int64_t> {2, 3});
    test.attributes.set("strides", std::vector<int64_t>(2, stride));
    test.attributes.set("pads", std::vector<int64_t>(4, pad));
    test.expected = {std::move(y)};
    return test;
}

void addErrors(CaseList& cases)
{
    OperatorCase flat = convolutionCase({});
    flat.inputs[0] = randomTensor(DataType::UInt8, {2, 4}, 1, 0, 255);
    flat.expectedError = "expected [images, spatial …, channels]";
    cases.push_back(flat);
    OperatorCase second = convolutionCase({});
    second.inputs[0] = randomTensor(DataType::UInt8, {2, 4, 5, 3}, 1, 0, 255);
    second.expectedError = "do not go together in 1 groups";
    cases.push_back(second);
    OperatorCase floats = maxCase(DataType::UInt8, 1, 0);
    floats.inputs[0] = randomTensor(DataType::Float32, {2, 5, 7, 3}, 1);
    floats.expectedError = "expected int8 or uint8";
    cases.push_back(floats);
}

} // namespace

void addChannelsLastBytesCases(CaseList& cases)
{
    for (const DataType type : {DataType::Int8, DataType::UInt8}) {
        for (const bool isLast : {true, false}) {
            cases.push_back(convolutionCase({.type = type, .isLast = isLast}));
            cases.push_back(convolutionCase(
                {.type = type, .isLast = isLast, .hasBias = false, .groups = 2, .stride = 2, .pad = 1}));
        }
        cases.push_back(maxCase(type, 1, 0));
        cases.push_back(maxCase(type, 2, 1));
    }
    addErrors(cases);
}

} // namespace weightless::ops::contrib
