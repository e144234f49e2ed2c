// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformercases.h"

#include <cmath>

namespace weightless::ops::transformer {

namespace {

constexpr int64_t heads = 2;
constexpr int64_t size = 3; // of a head
constexpr int64_t width = heads * size;
constexpr int64_t columns = 4; // of x
const std::vector<int64_t> lengths {1, 4, 2};
constexpr int64_t steps = 4;

enum class Form { Weights, Apart, Stacked };

// Tokens of all sequences, one after the other, and where they stand in a batch with padding.
struct Packing {
    std::vector<int64_t> offsets;
    std::vector<int64_t> ends {0};
    std::vector<std::pair<int64_t, int64_t>> sequences; // by token: its sequence's first token and length
};

Packing packing()
{
    Packing p;
    std::vector<int64_t> padding;
    for (size_t b = 0; b < lengths.size(); ++b) {
        for (int64_t step = 0; step < steps; ++step) {
            const int64_t place = static_cast<int64_t>(b) * steps + step;
            (step < lengths[b] ? p.offsets : padding).push_back(place);
            if (step < lengths[b]) {
                p.sequences.emplace_back(p.ends.back(), lengths[b]);
            }
        }
        p.ends.push_back(p.ends.back() + lengths[b]);
    }
    p.offsets.insert(p.offsets.end(), padding.begin(), padding.end());
    return p;
}

HostTensor int32Tensor(Shape shape, const std::vector<int64_t>& values)
{
    HostTensor tensor = makeHostTensor({DataType::Int32, std::move(shape)});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, values[i]);
    }
    return tensor;
}

// Queries, keys and values of every token beside each other: [tokens][3 * width].
std::vector<double> projected(const HostTensor& x, const HostTensor& weights, const HostTensor& bias)
{
    std::vector<double> all;
    for (int64_t token = 0; token < x.descriptor.shape[0]; ++token) {
        for (int64_t column = 0; column < 3 * width; ++column) {
            double sum = elementAsDouble(bias, static_cast<size_t>(column));
            for (int64_t c = 0; c < columns; ++c) {
                sum += elementAsDouble(x, static_cast<size_t>(token * columns + c))
                    * elementAsDouble(weights, static_cast<size_t>(c * 3 * width + column));
            }
            all.push_back(sum);
        }
    }
    return all;
}

HostTensor expectedOf(DataType type, const Packing& p, const std::vector<double>& all)
{
    const auto tokens = static_cast<int64_t>(p.sequences.size());
    HostTensor y = makeHostTensor({type, {tokens, width}});
    const auto part = [&](int64_t token, int64_t which, int64_t head) {
        const auto first = all.begin() + token * 3 * width + which * width + head * size;
        return std::vector<double>(first, first + size);
    };
    for (int64_t token = 0; token < tokens; ++token) {
        const auto [begin, length] = p.sequences[static_cast<size_t>(token)];
        for (int64_t head = 0; head < heads; ++head) {
            std::vector<Place> places;
            for (int64_t other = begin; other < begin + length; ++other) {
                places.push_back({part(other, 1, head), part(other, 2, head)});
            }
            const std::vector<double> result =
                attended(part(token, 0, head), places, 1 / std::sqrt(static_cast<double>(size)));
            for (int64_t i = 0; i < size; ++i) {
                setElement(
                    y, static_cast<size_t>(token * width + head * size + i), result[static_cast<size_t>(i)]);
            }
        }
    }
    return y;
}

HostTensor columnsOf(DataType type, const std::vector<double>& all, int64_t first)
{
    const auto tokens = static_cast<int64_t>(all.size()) / (3 * width);
    HostTensor tensor = makeHostTensor({type, {tokens, width}});
    for (int64_t i = 0; i < tokens * width; ++i) {
        setElement(tensor, static_cast<size_t>(i),
            all[static_cast<size_t>(i / width * 3 * width + first + i % width)]);
    }
    return tensor;
}

// [tokens][heads][3][size] of [tokens][3][heads][size].
HostTensor stacked(DataType type, const std::vector<double>& all)
{
    const auto tokens = static_cast<int64_t>(all.size()) / (3 * width);
    const Shape shape {tokens, heads, 3, size};
    HostTensor tensor = makeHostTensor({type, shape});
    for (int64_t i = 0; i < tokens * 3 * width; ++i) {
        const std::vector<int64_t> c = coordinatesOf(i, shape);
        setElement(tensor, static_cast<size_t>(i),
            all[static_cast<size_t>(c[0] * 3 * width + c[2] * width + c[1] * size + c[3])]);
    }
    return tensor;
}

OperatorCase packedCase(DataType type, Form form)
{
    const Packing p = packing();
    const auto tokens = static_cast<int64_t>(p.sequences.size());
    const HostTensor x = randomTensor(type, {tokens, columns}, 1);
    const HostTensor weights = randomTensor(type, {columns, 3 * width}, 2, -0.5, 0.5);
    const HostTensor bias = randomTensor(type, {3 * width}, 3);
    const std::vector<double> all = projected(x, weights, bias);
    const bool hasWeights = form == Form::Weights;
    OperatorCase test = transformerCase(toString(type)
            + (hasWeights                 ? ", weights"
                    : form == Form::Apart ? ", queries, keys and values"
                                          : ", stacked"),
        hasWeights ? "PackedAttention" : "PackedMultiHeadAttention", type);
    switch (form) {
    case Form::Weights:
        test.inputs = {x, weights, bias};
        break;
    case Form::Apart:
        test.inputs = {columnsOf(type, all, 0), columnsOf(type, all, width), columnsOf(type, all, 2 * width),
            std::nullopt};
        break;
    case Form::Stacked:
        test.inputs = {stacked(type, all), std::nullopt, std::nullopt, std::nullopt};
        break;
    }
    const auto batch = static_cast<int64_t>(lengths.size());
    test.inputs.emplace_back(int32Tensor({batch, steps}, p.offsets));
    test.inputs.emplace_back(int32Tensor({batch + 1}, p.ends));
    test.attributes.set("num_heads", heads);
    test.expected = {expectedOf(type, p, all)};
    return test;
}

} // namespace

void addPackedAttentionCases(CaseList& cases)
{
    for (const Form form : {Form::Weights, Form::Apart, Form::Stacked}) {
        for (const DataType type : {DataType::Float32, DataType::Float16}) {
            cases.push_back(packedCase(type, form));
        }
    }
    OperatorCase crowded = packedCase(DataType::Float32, Form::Weights);
    crowded.name = "more tokens than places";
    crowded.inputs[3] = int32Tensor({3, 2}, {0, 2, 3, 1, 4, 5});
    crowded.expectedError = "with room for every token";
    cases.push_back(crowded);
    OperatorCase lengthless = packedCase(DataType::Float32, Form::Stacked);
    lengthless.name = "lengths of another batch";
    lengthless.inputs[5] = int32Tensor({3}, {0, 1, 5});
    lengthless.expectedError = "expected int32[4]";
    cases.push_back(lengthless);
}

} // namespace weightless::ops::transformer
