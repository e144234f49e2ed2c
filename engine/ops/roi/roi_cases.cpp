// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/roi/roicases.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weightless::ops::roi {

namespace {

struct Options {
    std::string mode = "avg";
    int64_t opset = 16;
    int64_t samples = 2;
    int64_t rows = 3;
    int64_t columns = 2;
    double scale = 0.5;
    DataType type = DataType::Float32;
    bool hasWholeCells = false;
    double margin = 0; // by which each region is larger, on all sides
};

double pixel(const HostTensor& x, int64_t image, int64_t channel, int64_t row, int64_t column)
{
    return elementAsDouble(
        x, static_cast<size_t>(indexOf({image, channel, row, column}, x.descriptor.shape)));
}

// The weighted neighbours of a place.
std::array<double, 4> neighbours(
    const HostTensor& x, int64_t image, int64_t channel, double row, double column)
{
    const int64_t height = x.descriptor.shape[2];
    const int64_t width = x.descriptor.shape[3];
    if (row < -1 || row > static_cast<double>(height) || column < -1 || column > static_cast<double>(width)) {
        return {0, 0, 0, 0};
    }
    row = std::clamp(row, 0.0, static_cast<double>(height - 1));
    column = std::clamp(column, 0.0, static_cast<double>(width - 1));
    const auto top = static_cast<int64_t>(row);
    const auto left = static_cast<int64_t>(column);
    const int64_t bottom = std::min(top + 1, height - 1);
    const int64_t right = std::min(left + 1, width - 1);
    const double down = row - static_cast<double>(top);
    const double across = column - static_cast<double>(left);
    return {(1 - down) * (1 - across) * pixel(x, image, channel, top, left),
        (1 - down) * across * pixel(x, image, channel, top, right),
        down * (1 - across) * pixel(x, image, channel, bottom, left),
        down * across * pixel(x, image, channel, bottom, right)};
}

double aligned(const Options& o, const HostTensor& x, const std::array<double, 4>& box, int64_t image,
    const std::vector<int64_t>& place)
{
    const double offset = o.opset >= 16 ? 0.5 : 0;
    const double left = box[0] * o.scale - offset;
    const double top = box[1] * o.scale - offset;
    double width = box[2] * o.scale - offset - left;
    double height = box[3] * o.scale - offset - top;
    if (o.opset < 16) {
        width = std::max(width, 1.0);
        height = std::max(height, 1.0);
    }
    const double cellHeight = height / static_cast<double>(o.rows);
    const double cellWidth = width / static_cast<double>(o.columns);
    const auto down = o.samples > 0 ? o.samples : static_cast<int64_t>(std::ceil(cellHeight));
    const auto across = o.samples > 0 ? o.samples : static_cast<int64_t>(std::ceil(cellWidth));
    double sum = 0;
    double most = -HUGE_VAL;
    for (int64_t r = 0; r < down; ++r) {
        for (int64_t c = 0; c < across; ++c) {
            const double row = top + static_cast<double>(place[2]) * cellHeight
                + (static_cast<double>(r) + 0.5) * cellHeight / static_cast<double>(down);
            const double column = left + static_cast<double>(place[3]) * cellWidth
                + (static_cast<double>(c) + 0.5) * cellWidth / static_cast<double>(across);
            for (const double part : neighbours(x, image, place[1], row, column)) {
                sum += part;
                most = std::max(most, part);
            }
        }
    }
    return o.mode == "max" ? most : sum / static_cast<double>(down * across);
}

OperatorCase alignCase(const Options& o, int64_t regions = 3)
{
    const HostTensor x = randomTensor(o.type, {2, 3, 7, 5}, 1);
    HostTensor boxes = makeHostTensor({o.type, {regions, 4}});
    HostTensor images = makeHostTensor({DataType::Int64, {regions}});
    for (int64_t i = 0; i < regions; ++i) {
        std::array<double, 4> box {0.5 * static_cast<double>(i), 1, 6 + static_cast<double>(i), 11.5};
        if (o.hasWholeCells) {
            box = {0, 0, static_cast<double>(o.columns * (i + 1)), static_cast<double>(o.rows * (i + 1))};
        }
        for (size_t n = 0; n < 4; ++n) {
            box.at(n) += n < 2 ? -o.margin : o.margin;
            setElement(boxes, static_cast<size_t>(i) * 4 + n, box.at(n));
        }
        setElement(images, static_cast<size_t>(i), i % 2);
    }
    HostTensor y = makeHostTensor({o.type, {regions, 3, o.rows, o.columns}});
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, y.descriptor.shape);
        const auto region = static_cast<size_t>(place[0]);
        std::array<double, 4> box {};
        for (size_t n = 0; n < 4; ++n) {
            box.at(n) = elementAsDouble(boxes, region * 4 + n);
        }
        setElement(y, static_cast<size_t>(i), aligned(o, x, box, elementAsInt64(images, region), place));
    }
    OperatorCase test {.name = o.mode + ", " + std::to_string(o.samples) + " samples, opset "
            + std::to_string(o.opset) + ", " + toString(o.type) + ", " + std::to_string(regions) + " regions"
            + (o.margin > 0 ? " beyond the image by " + std::to_string(o.margin) : ""),
        .opType = "RoiAlign",
        .opset = o.opset};
    test.inputs = {x, boxes, images};
    test.attributes.set("mode", o.mode);
    test.attributes.set("output_height", o.rows);
    test.attributes.set("output_width", o.columns);
    test.attributes.set("sampling_ratio", o.samples);
    test.attributes.set("spatial_scale", static_cast<float>(o.scale));
    test.expected = {std::move(y)};
    test.relativeTolerance = o.type == DataType::Float32 ? 1e-3 : 3e-2;
    test.absoluteTolerance = o.type == DataType::Float32 ? 1e-5 : 3e-2;
    return test;
}

// Boxes with halves are those of the next whole numbers; with as many cells as pixels along a side.
OperatorCase poolCase(DataType type, bool hasHalves = false)
{
    const int64_t cells = hasHalves ? 3 : 2;
    const HostTensor x = randomTensor(type, {2, 3, 7, 5}, 1);
    const HostTensor boxes = tensorOf(type, {2, 5},
        hasHalves ? std::vector<double> {0, 0.5, 0.5, 2.5, 5.5, 1, 1.5, 0.5, 3.5, 2.5}
                  : std::vector<double> {0, 0, 1, 3, 5, 1, 2, 0, 4, 6});
    HostTensor y = makeHostTensor({type, {2, 3, cells, cells}});
    for (int64_t i = 0; i < 6 * cells * cells; ++i) {
        const std::vector<int64_t> place = coordinatesOf(i, y.descriptor.shape);
        const auto number = [&](size_t n) {
            return std::lround(elementAsDouble(boxes, static_cast<size_t>(place[0]) * 5 + n));
        };
        const double height = static_cast<double>(number(4) - number(2) + 1) / static_cast<double>(cells);
        const double width = static_cast<double>(number(3) - number(1) + 1) / static_cast<double>(cells);
        const auto first = [](int64_t at, double size) {
            return static_cast<int64_t>(std::floor(static_cast<double>(at) * size));
        };
        const auto last = [](int64_t at, double size) {
            return static_cast<int64_t>(std::ceil(static_cast<double>(at + 1) * size));
        };
        double most = -HUGE_VAL;
        for (int64_t r = number(2) + first(place[2], height); r < number(2) + last(place[2], height); ++r) {
            for (int64_t c = number(1) + first(place[3], width); c < number(1) + last(place[3], width); ++c) {
                most = std::max(most, pixel(x, number(0), place[1], r, c));
            }
        }
        setElement(y, static_cast<size_t>(i), most);
    }
    OperatorCase test {.name = toString(type) + (hasHalves ? ", halves" : ""), .opType = "MaxRoiPool"};
    test.inputs = {x, boxes};
    test.attributes.set("pooled_shape", std::vector<int64_t> {cells, cells});
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const std::string mode : {"avg", "max"}) {
        for (const int64_t opset : {10, 16}) {
            cases.push_back(alignCase({.mode = mode, .opset = opset}));
            cases.push_back(alignCase({.mode = mode, .opset = opset, .samples = 0, .scale = 1}));
            for (const double margin : {4.0, 26.5, 70.3}) {
                cases.push_back(
                    alignCase({.mode = mode, .opset = opset, .samples = 0, .scale = 1, .margin = margin}));
            }
        }
    }
    cases.push_back(alignCase({.type = DataType::Float16}));
    cases.push_back(alignCase({.type = DataType::BFloat16}));
    cases.push_back(alignCase({.type = DataType::Float64}));
    cases.push_back(alignCase({}, 0));
    // As many samples as cells have pixels: a quotient that is not whole takes one more.
    cases.push_back(
        alignCase({.opset = 10, .samples = 0, .rows = 5, .columns = 7, .scale = 1, .hasWholeCells = true}));
    cases.push_back(
        alignCase({.opset = 10, .samples = 0, .rows = 3, .columns = 6, .scale = 1, .hasWholeCells = true}));
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        cases.push_back(poolCase(type));
        cases.push_back(poolCase(type, true));
    }
    OperatorCase wrong = alignCase({});
    wrong.inputs[1] = randomTensor(DataType::Float32, {3, 5}, 1);
    wrong.expectedError = "expected [regions, 4]";
    cases.push_back(wrong);
    wrong = alignCase({});
    wrong.attributes.set("mode", std::string("sum"));
    wrong.expectedError = "attribute 'mode' is 'sum', expected avg or max";
    cases.push_back(wrong);
    wrong = poolCase(DataType::Float32);
    wrong.attributes.set("pooled_shape", std::vector<int64_t> {2});
    wrong.expectedError = "attribute 'pooled_shape' is required";
    cases.push_back(wrong);
    addCropAndResizeCases(cases);
}

} // namespace weightless::ops::roi
