// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformercases.h"

namespace weightless::ops::transformer {

namespace {

constexpr int64_t batches = 2;
constexpr int64_t steps = 3;
constexpr int64_t columns = 5; // of x
constexpr int64_t heads = 2;
constexpr int64_t size = 4;
constexpr int64_t width = 3 * heads * size;

struct Options {
    DataType x = DataType::UInt8;
    DataType weights = DataType::Int8;
    bool isPerColumn = false;
    bool isCausal = false;
};

// The product in numbers that are not quantised.
std::vector<double> product(const OperatorCase& test, const Options& o)
{
    const auto number = [&](size_t input, int64_t at) {
        return elementAsDouble(*test.inputs[input], static_cast<size_t>(at));
    };
    std::vector<double> all;
    for (int64_t row = 0; row < batches * steps; ++row) {
        for (int64_t column = 0; column < width; ++column) {
            const int64_t scale = o.isPerColumn ? column : 0;
            double sum = 0;
            for (int64_t c = 0; c < columns; ++c) {
                sum += (number(0, row * columns + c) - number(6, 0))
                    * (number(1, c * width + column) - number(7, 0));
            }
            all.push_back(sum * number(3, 0) * number(4, scale) + number(2, column));
        }
    }
    return all;
}

OperatorCase quantizedCase(const Options& o)
{
    OperatorCase test = transformerCase(toString(o.x) + " and " + toString(o.weights)
            + (o.isPerColumn ? ", a scale per column" : "") + (o.isCausal ? ", causal" : ""),
        "QAttention", DataType::Float32);
    const auto bytes = [](DataType type, Shape shape, uint64_t seed) {
        return type == DataType::UInt8 ? randomTensor(type, std::move(shape), seed, 0, 255)
                                       : randomTensor(type, std::move(shape), seed, -127, 127);
    };
    test.inputs = {bytes(o.x, {batches, steps, columns}, 1), bytes(o.weights, {columns, width}, 2),
        randomTensor(DataType::Float32, {width}, 3), tensorOf(DataType::Float32, {}, {0.02}),
        o.isPerColumn ? randomTensor(DataType::Float32, {width}, 4, 0.002, 0.01)
                      : tensorOf(DataType::Float32, {}, {0.005}),
        std::nullopt, tensorOf(o.x, {}, {o.x == DataType::UInt8 ? 120.0 : -3.0}),
        tensorOf(o.weights, {}, {o.weights == DataType::UInt8 ? 130.0 : 2.0})};
    test.attributes.set("num_heads", heads);
    test.attributes.set("unidirectional", int64_t {o.isCausal ? 1 : 0});
    const std::vector<double> all = product(test, o);
    HostTensor y = makeHostTensor({DataType::Float32, {batches, steps, heads * size}});
    const auto part = [&](int64_t row, int64_t which, int64_t head) {
        const auto first = all.begin() + row * width + (which * heads + head) * size;
        return std::vector<double>(first, first + size);
    };
    for (int64_t row = 0; row < batches * steps; ++row) {
        const int64_t begin = row / steps * steps;
        for (int64_t head = 0; head < heads; ++head) {
            std::vector<Place> places;
            for (int64_t other = begin; other < (o.isCausal ? row + 1 : begin + steps); ++other) {
                places.push_back({part(other, 1, head), part(other, 2, head)});
            }
            const std::vector<double> result = attended(part(row, 0, head), places, 0.5);
            for (int64_t i = 0; i < size; ++i) {
                setElement(
                    y, static_cast<size_t>((row * heads + head) * size + i), result[static_cast<size_t>(i)]);
            }
        }
    }
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addQuantizedAttentionCases(CaseList& cases)
{
    for (const DataType x : {DataType::UInt8, DataType::Int8}) {
        for (const DataType weights : {DataType::UInt8, DataType::Int8}) {
            cases.push_back(quantizedCase({.x = x, .weights = weights}));
        }
    }
    cases.push_back(quantizedCase({.isPerColumn = true}));
    cases.push_back(quantizedCase({.isCausal = true}));
    OperatorCase halves = quantizedCase({});
    halves.name = "scales in float16";
    halves.inputs[3] = tensorOf(DataType::Float16, {}, {0.02});
    halves.expectedError = "not float32";
    cases.push_back(halves);
    OperatorCase floats = quantizedCase({});
    floats.name = "an x that is not quantised";
    floats.inputs[0] = randomTensor(DataType::Float32, {batches, steps, columns}, 1);
    floats.expectedError = "expected int8 or uint8";
    cases.push_back(floats);
}

} // namespace weightless::ops::transformer
