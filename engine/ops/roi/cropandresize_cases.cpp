// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/roi/roicases.h"

#include <cmath>

namespace weightless::ops::roi {

namespace {

struct Crop {
    DataType type = DataType::Float32;
    Shape x = {2, 3, 5, 7};
    int64_t rows = 4;
    int64_t columns = 3;
    bool isNearest = false;
    double outside = 0;
};

double placeOf(double first, double last, int64_t at, int64_t cells, int64_t size)
{
    const auto pixels = static_cast<double>(size - 1);
    return cells == 1
        ? 0.5 * (first + last) * pixels
        : (first + (last - first) * static_cast<double>(at) / static_cast<double>(cells - 1)) * pixels;
}

double sampled(
    const Crop& c, const HostTensor& x, const std::vector<int64_t>& plane, double row, double column)
{
    const auto pixel = [&](double r, double k) {
        return elementAsDouble(x,
            static_cast<size_t>(indexOf(
                {plane[0], plane[1], static_cast<int64_t>(r), static_cast<int64_t>(k)}, x.descriptor.shape)));
    };
    if (row < 0 || row > static_cast<double>(c.x[2] - 1) || column < 0
        || column > static_cast<double>(c.x[3] - 1)) {
        return c.outside;
    }
    if (c.isNearest) {
        return pixel(std::round(row), std::round(column));
    }
    const double down = row - std::floor(row);
    const double across = column - std::floor(column);
    const auto between = [&](double r) {
        return (1 - across) * pixel(r, std::floor(column)) + across * pixel(r, std::ceil(column));
    };
    return (1 - down) * between(std::floor(row)) + down * between(std::ceil(row));
}

// All of an image, a part, the same upside down, beyond the image, and one place.
const std::vector<double> boxes {0, 0, 1, 1, 0.125, 0.25, 0.875, 0.625, 0.875, 0.625, 0.125, 0.25, -0.25, 0.5,
    0.75, 1.25, 0.5, 0.5, 0.5, 0.5};
const std::vector<double> images {0, 1, 1, 0, 1};

OperatorCase cropCase(const Crop& c)
{
    OperatorCase test {.name = toString(c.type) + toString(c.x) + " to " + std::to_string(c.rows) + " x "
            + std::to_string(c.columns) + (c.isNearest ? ", nearest" : "")
            + (c.outside != 0 ? ", outside " + std::to_string(c.outside) : ""),
        .opType = "CropAndResize"};
    test.domain = "com.microsoft";
    const auto count = static_cast<int64_t>(images.size());
    const HostTensor x = randomTensor(c.type, c.x, 3);
    const HostTensor regions = tensorOf(c.type, {count, 4}, boxes);
    HostTensor y = makeHostTensor({c.type, {count, c.x[1], c.rows, c.columns}});
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value_or(0); ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, y.descriptor.shape);
        const auto region = static_cast<size_t>(at[0]);
        const auto side = [&](size_t which) { return elementAsDouble(regions, region * 4 + which); };
        const double row = placeOf(side(0), side(2), at[2], c.rows, c.x[2]);
        const double column = placeOf(side(1), side(3), at[3], c.columns, c.x[3]);
        setElement(y, static_cast<size_t>(i),
            sampled(c, x, {static_cast<int64_t>(images[region]), at[1]}, row, column));
    }
    test.inputs = {x, regions, tensorOf(DataType::Int32, {count}, images),
        tensorOf(DataType::Int32, {2}, {static_cast<double>(c.rows), static_cast<double>(c.columns)})};
    test.constantInputs = {3};
    test.absoluteTolerance = c.type == DataType::Float16 ? 4e-3 : 1e-5;
    if (c.isNearest) {
        test.attributes.set("mode", std::string("nearest"));
    }
    if (c.outside != 0) {
        test.attributes.set("extrapolation_value", static_cast<float>(c.outside));
    }
    test.expected = {std::move(y)};
    return test;
}

// Images that do not exist are outside.
void addUnknownImages(CaseList& cases)
{
    OperatorCase test = cropCase({.outside = 1.5});
    test.name += ", no such image";
    test.inputs[2] = tensorOf(DataType::Int32, {5}, {2, -1, 1e9, -1e9, 2});
    test.expected[0] = mapped(test.expected[0], DataType::Float32, [](double) { return 1.5; });
    cases.push_back(test);
}

void addErrors(CaseList& cases)
{
    OperatorCase test = cropCase({});
    test.attributes.set("mode", std::string("cubic"));
    test.expectedError = "expected bilinear or nearest";
    cases.push_back(test);
    test = cropCase({});
    test.inputs[3] = tensorOf(DataType::Int32, {2}, {0, 3});
    test.expectedError = "0 by 3 cells is impossible";
    cases.push_back(test);
    test = cropCase({});
    test.inputs[3] = tensorOf(DataType::Int32, {3}, {1, 2, 3});
    test.expectedError = "expected int32[2]";
    cases.push_back(test);
    test = cropCase({});
    test.inputs[2] = tensorOf(DataType::Int32, {4}, {0, 0, 0, 0});
    test.expectedError = "expected int32[5]";
    cases.push_back(test);
}

} // namespace

void addCropAndResizeCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::Float64}) {
        for (const bool isNearest : {false, true}) {
            cases.push_back(cropCase({.type = type, .isNearest = isNearest, .outside = -2.5}));
            cases.push_back(
                cropCase({.type = type, .x = {2, 1, 9, 1}, .rows = 5, .columns = 1, .isNearest = isNearest}));
        }
    }
    cases.push_back(cropCase({.rows = 1, .columns = 1}));
    cases.push_back(cropCase({.x = {2, 0, 5, 7}}));
    addUnknownImages(cases);
    addErrors(cases);
}

} // namespace weightless::ops::roi
