// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <cmath>

namespace weightless::ops::deformconv {

namespace {

struct Options {
    DataType type = DataType::Float32;
    Shape x = {2, 4, 6, 5};
    Shape w = {6, 2, 3, 2};
    int64_t groups = 2;
    int64_t offsetGroups = 2;
    int64_t stride = 1;
    int64_t dilation = 1;
    int64_t pad = 1;
    bool hasBias = true;
    bool hasMask = true;
};

double at(const HostTensor& tensor, const std::vector<int64_t>& place)
{
    return elementAsDouble(tensor, static_cast<size_t>(indexOf(place, tensor.descriptor.shape)));
}

double sampled(const HostTensor& x, int64_t image, int64_t channel, double row, double column)
{
    double sum = 0;
    for (int64_t r = 0; r < x.descriptor.shape[2]; ++r) {
        for (int64_t c = 0; c < x.descriptor.shape[3]; ++c) {
            const double down = 1 - std::fabs(row - static_cast<double>(r));
            const double across = 1 - std::fabs(column - static_cast<double>(c));
            if (down > 0 && across > 0) {
                sum += down * across * at(x, {image, channel, r, c});
            }
        }
    }
    return sum;
}

OperatorCase deformCase(const Options& o)
{
    const auto out = [&](size_t d) {
        return (o.x[d] + 2 * o.pad - o.dilation * (o.w[d] - 1) - 1) / o.stride + 1;
    };
    const int64_t taps = o.w[2] * o.w[3];
    const HostTensor x = randomTensor(o.type, o.x, 1);
    const HostTensor w = randomTensor(o.type, o.w, 2, -1, 1);
    const HostTensor offset =
        randomTensor(o.type, {o.x[0], 2 * o.offsetGroups * taps, out(2), out(3)}, 3, -1.7, 1.7);
    const HostTensor bias = randomTensor(o.type, {o.w[0]}, 4);
    const HostTensor mask = randomTensor(o.type, {o.x[0], o.offsetGroups * taps, out(2), out(3)}, 5, 0, 1);
    HostTensor y = makeHostTensor({o.type, {o.x[0], o.w[0], out(2), out(3)}});
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, y.descriptor.shape);
        double sum = o.hasBias ? at(bias, {place[1]}) : 0;
        for (int64_t c = 0; c < o.w[1]; ++c) {
            const int64_t channel = place[1] / (o.w[0] / o.groups) * o.w[1] + c;
            const int64_t group = channel / (o.x[1] / o.offsetGroups);
            for (int64_t tap = 0; tap < taps; ++tap) {
                const int64_t r = tap / o.w[3];
                const int64_t s = tap % o.w[3];
                const int64_t line = group * taps + tap;
                const double row = static_cast<double>(place[2] * o.stride + r * o.dilation - o.pad)
                    + at(offset, {place[0], 2 * line, place[2], place[3]});
                const double column = static_cast<double>(place[3] * o.stride + s * o.dilation - o.pad)
                    + at(offset, {place[0], 2 * line + 1, place[2], place[3]});
                const double weight = o.hasMask ? at(mask, {place[0], line, place[2], place[3]}) : 1;
                sum += weight * at(w, {place[1], c, r, s}) * sampled(x, place[0], channel, row, column);
            }
        }
        setElement(y, static_cast<size_t>(i), sum);
    }
    OperatorCase test {.name = toString(x.descriptor) + ", " + std::to_string(o.groups) + " groups, pad "
            + std::to_string(o.pad) + ", stride " + std::to_string(o.stride) + (o.hasMask ? ", mask" : ""),
        .opType = "DeformConv",
        .opset = 19};
    test.inputs = {x, w, offset, o.hasBias ? std::optional(bias) : std::nullopt,
        o.hasMask ? std::optional(mask) : std::nullopt};
    test.attributes.set("group", o.groups);
    test.attributes.set("offset_group", o.offsetGroups);
    test.attributes.set("strides", std::vector<int64_t> {o.stride, o.stride});
    test.attributes.set("dilations", std::vector<int64_t> {o.dilation, o.dilation});
    test.attributes.set("pads", std::vector<int64_t>(4, o.pad));
    test.expected = {std::move(y)};
    test.relativeTolerance = o.type == DataType::Float32 ? 1e-3 : 5e-2;
    test.absoluteTolerance = o.type == DataType::Float32 ? 1e-4 : 2e-1;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        cases.push_back(deformCase({.type = type}));
    }
    cases.push_back(deformCase({.stride = 2, .dilation = 2, .pad = 2, .hasBias = false, .hasMask = false}));
    cases.push_back(
        deformCase({.x = {1, 1, 5, 7}, .w = {1, 1, 2, 2}, .groups = 1, .offsetGroups = 1, .pad = 0}));
    cases.push_back(deformCase({.x = {0, 4, 6, 5}}));
    OperatorCase wrong = deformCase({});
    wrong.inputs[2] = randomTensor(DataType::Float32, {2, 12, 6, 6}, 1);
    wrong.expectedError = "the offset is float32[2, 12, 6, 6], expected float32[2, 24, 6, 6]";
    cases.push_back(wrong);
}

} // namespace weightless::ops::deformconv
