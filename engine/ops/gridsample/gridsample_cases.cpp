// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::ops::gridsample {

namespace {

struct Options {
    std::string mode;
    std::string padding;
    bool alignsCorners = false;
};

double reflected(double place, double low, double high)
{
    while (high > low && (place < low || place > high)) {
        place = place < low ? 2 * low - place : 2 * high - place;
    }
    return high > low ? place : low;
}

double inside(double place, int64_t size, const Options& options)
{
    const auto last = static_cast<double>(size - 1);
    if (options.padding == "reflection") {
        const double margin = options.alignsCorners ? 0 : 0.5;
        place = reflected(place, -margin, last + margin);
    }
    return options.padding == "zeros" ? place : std::clamp(place, 0.0, last);
}

double weightOf(const std::string& mode, double distance)
{
    const double d = std::fabs(distance);
    if (mode == "bilinear") {
        return d < 1 ? 1 - d : 0;
    }
    const double a = -0.75;
    return d <= 1 ? (a + 2) * d * d * d - (a + 3) * d * d + 1
        : d < 2   ? a * d * d * d - 5 * a * d * d + 8 * a * d - 4 * a
                  : 0;
}

double sampled(const HostTensor& x, int64_t plane, std::array<double, 2> place, const Options& options)
{
    const std::array<int64_t, 2> sizes {x.descriptor.shape[2], x.descriptor.shape[3]};
    const auto pixel = [&](double row, double column) {
        const auto r = static_cast<int64_t>(inside(row, sizes[0], options));
        const auto c = static_cast<int64_t>(inside(column, sizes[1], options));
        const bool isOutside = options.padding == "zeros"
            && (row < 0 || column < 0 || row > static_cast<double>(sizes[0] - 1)
                || column > static_cast<double>(sizes[1] - 1));
        return isOutside ? 0 : elementAsDouble(x, static_cast<size_t>((plane * sizes[0] + r) * sizes[1] + c));
    };
    std::array<double, 2> at {};
    for (size_t d = 0; d < 2; ++d) {
        const auto size = static_cast<double>(sizes[d]);
        at[d] = options.alignsCorners ? (place[d] + 1) / 2 * (size - 1) : ((place[d] + 1) * size - 1) / 2;
        at[d] = options.mode == "bicubic" ? at[d] : inside(at[d], sizes[d], options);
    }
    if (options.mode == "nearest") {
        return pixel(std::nearbyint(at[0]), std::nearbyint(at[1]));
    }
    double value = 0;
    for (double r = std::floor(at[0]) - 1; r < std::floor(at[0]) + 3; ++r) {
        for (double c = std::floor(at[1]) - 1; c < std::floor(at[1]) + 3; ++c) {
            value += weightOf(options.mode, at[0] - r) * weightOf(options.mode, at[1] - c) * pixel(r, c);
        }
    }
    return value;
}

OperatorCase gridCase(
    const std::string& prefix, HostTensor x, HostTensor grid, HostTensor y, const Options& options)
{
    const bool isWide = x.descriptor.type == DataType::Float32 || x.descriptor.type == DataType::Float64;
    OperatorCase test {.name = prefix + options.mode + ", " + options.padding
            + (options.alignsCorners ? ", corners, " : ", ") + toString(x.descriptor),
        .opType = "GridSample",
        .opset = 16};
    test.inputs = {std::move(x), std::move(grid)};
    test.attributes.set("mode", options.mode);
    test.attributes.set("padding_mode", options.padding);
    test.attributes.set("align_corners", int64_t {options.alignsCorners});
    test.expected = {std::move(y)};
    test.relativeTolerance = isWide ? 1e-3 : 3e-2;
    test.absoluteTolerance = isWide ? 1e-4 : 3e-2;
    return test;
}

OperatorCase sampleCase(DataType type, const Options& options, const Shape& shape = {2, 3, 4, 5})
{
    const bool isWhole = !isFloat(type);
    const HostTensor x = randomTensor(type, shape, 3, isWhole ? 0 : -2, isWhole ? 100 : 2);
    const HostTensor grid =
        randomTensor(isWhole ? DataType::Float32 : type, {shape[0], 3, 7, 2}, 4, -1.6, 1.6);
    HostTensor y = makeHostTensor({type, {shape[0], shape[1], 3, 7}});
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const int64_t plane = i / 21;
        const auto cell = static_cast<size_t>((plane / shape[1] * 21 + i % 21) * 2);
        setElement(y, static_cast<size_t>(i),
            sampled(x, plane, {elementAsDouble(grid, cell + 1), elementAsDouble(grid, cell)}, options));
    }
    return gridCase("", x, grid, std::move(y), options);
}

// Weights of the eight neighbours, or the nearest.
OperatorCase volumeCase(DataType type, const Options& options)
{
    const Shape shape {2, 3, 4, 3, 5};
    const HostTensor x = randomTensor(type, shape, 3);
    const HostTensor grid = randomTensor(type, {2, 2, 3, 4, 3}, 4, -1.4, 1.4);
    HostTensor y = makeHostTensor({type, {2, 3, 2, 3, 4}});
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const int64_t plane = i / 24;
        std::array<double, 3> at {};
        for (size_t d = 0; d < 3; ++d) {
            const double place =
                elementAsDouble(grid, static_cast<size_t>((plane / 3 * 24 + i % 24) * 3) + 2 - d);
            const auto size = static_cast<double>(shape[d + 2]);
            at[d] = options.alignsCorners ? (place + 1) / 2 * (size - 1) : ((place + 1) * size - 1) / 2;
            at[d] = inside(at[d], shape[d + 2], options);
            at[d] = options.mode == "nearest" ? std::nearbyint(at[d]) : at[d];
        }
        double value = 0;
        for (int64_t voxel = 0; voxel < 60; ++voxel) {
            const std::vector<int64_t> place = coordinatesOf(voxel, {4, 3, 5});
            double weight = 1;
            for (size_t d = 0; d < 3; ++d) {
                weight *= std::max(0.0, 1 - std::fabs(at[d] - static_cast<double>(place[d])));
            }
            value += weight * elementAsDouble(x, static_cast<size_t>(plane * 60 + voxel));
        }
        setElement(y, static_cast<size_t>(i), value);
    }
    OperatorCase test = gridCase("volume, ", x, grid, std::move(y), options);
    test.opset = 20;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const std::string mode : {"bilinear", "nearest", "bicubic"}) {
        for (const std::string padding : {"zeros", "border", "reflection"}) {
            for (const bool alignsCorners : {false, true}) {
                cases.push_back(sampleCase(DataType::Float32, {mode, padding, alignsCorners}));
            }
        }
    }
    cases.push_back(sampleCase(DataType::Float32, {"bilinear", "reflection", true}, {1, 1, 1, 3}));
    cases.push_back(sampleCase(DataType::Float32, {"bilinear", "zeros", false}, {0, 2, 4, 5}));
    cases.push_back(sampleCase(DataType::Float16, {"bilinear", "border", false}));
    cases.push_back(sampleCase(DataType::Float64, {"bicubic", "reflection", false}));
    cases.push_back(sampleCase(DataType::BFloat16, {"bilinear", "border", true}, {1, 2, 3, 3}));
    for (const DataType type :
        {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int32}) {
        cases.push_back(sampleCase(type, {"nearest", "border", false}));
        cases.push_back(sampleCase(type, {"nearest", "zeros", true}));
    }
    cases.push_back(sampleCase(DataType::UInt8, {"bilinear", "border", false}));
    for (const std::string mode : {"linear", "nearest"}) {
        for (const std::string padding : {"zeros", "border", "reflection"}) {
            cases.push_back(volumeCase(DataType::Float32, {mode, padding, padding != "border"}));
        }
    }
    cases.push_back(volumeCase(DataType::Float16, {"linear", "border", false}));
    for (const std::string mode : {"bilinear", "nearest", "bicubic"}) {
        OperatorCase test = sampleCase(DataType::Float32, {mode, "border", false});
        test.domain = "com.microsoft";
        cases.push_back(test);
    }
    OperatorCase wrong = sampleCase(DataType::Float32, {"bilinear", "zeros", false});
    wrong.inputs[1] = randomTensor(DataType::Float32, {2, 3, 7, 3}, 4);
    wrong.expectedError = "expected [2, height, width, 2]";
    cases.push_back(wrong);
    wrong = sampleCase(DataType::Float32, {"nearest", "zeros", false});
    wrong.inputs[0] = randomTensor(DataType::Int64, {2, 3, 4, 5}, 3);
    wrong.expectedError = "there is no kernel for int64";
    cases.push_back(wrong);
    wrong = sampleCase(DataType::Float32, {"spline", "zeros", false});
    wrong.expectedError = "mode is 'spline'";
    cases.push_back(wrong);
}

} // namespace weightless::ops::gridsample
