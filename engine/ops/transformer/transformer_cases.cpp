// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformercases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::transformer {

OperatorCase transformerCase(std::string name, std::string opType, DataType type)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = 11};
    test.domain = "com.microsoft";
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 5e-3 : 4e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 2e-5 : type == DataType::Float16 ? 5e-3 : 4e-2;
    return test;
}

void rotate(std::span<double> head, const HostTensor& cosines, const HostTensor& sines, int64_t position,
    bool isInterleaved)
{
    const auto half = static_cast<size_t>(cosines.descriptor.shape[1]);
    for (size_t i = 0; i < half; ++i) {
        const size_t at = static_cast<size_t>(position) * half + i;
        double& first = head[isInterleaved ? 2 * i : i];
        double& second = head[isInterleaved ? 2 * i + 1 : i + half];
        const double x = first;
        const double y = second;
        first = x * elementAsDouble(cosines, at) - y * elementAsDouble(sines, at);
        second = y * elementAsDouble(cosines, at) + x * elementAsDouble(sines, at);
    }
}

std::vector<double> attended(std::span<const double> query, const std::vector<Place>& places, double scale,
    double softcap, std::optional<double> sink)
{
    std::vector<double> weights;
    for (const Place& place : places) {
        double score = 0;
        for (size_t i = 0; i < query.size(); ++i) {
            score += query[i] * place.key[i];
        }
        score *= scale;
        score = softcap != 0 ? softcap * std::tanh(score / softcap) : score;
        weights.push_back(score + place.bias);
    }
    const double highest = weights.empty() ? 0 : *std::ranges::max_element(weights);
    double sum = sink ? std::exp(*sink - highest) : 0;
    for (double& weight : weights) {
        weight = std::exp(weight - highest);
        sum += weight;
    }
    std::vector<double> result(places.empty() ? 0 : places[0].value.size(), 0.0);
    for (size_t p = 0; p < places.size(); ++p) {
        for (size_t i = 0; i < result.size(); ++i) {
            result[i] += weights[p] / sum * places[p].value[i];
        }
    }
    return result;
}

std::vector<double> elementsOf(const HostTensor& tensor, int64_t first, int64_t count)
{
    std::vector<double> values;
    for (int64_t i = first; i < first + count; ++i) {
        values.push_back(elementAsDouble(tensor, static_cast<size_t>(i)));
    }
    return values;
}

namespace {

struct RotaryOptions {
    bool isInterleaved = false;
    bool isHeadsFirst = false;
    bool isOnePosition = false;
    int64_t rotated = 0; // 0: whole heads
};

OperatorCase rotaryCase(DataType type, const HeadShape& heads, const RotaryOptions& options)
{
    const Shape shape = options.isHeadsFirst ? Shape {heads.batch, heads.heads, heads.steps, heads.size}
                                             : Shape {heads.batch, heads.steps, heads.heads * heads.size};
    const int64_t rotated = options.rotated > 0 ? options.rotated : heads.size;
    OperatorCase test = transformerCase(toString(TensorDescriptor {type, shape}) + ", "
            + std::to_string(rotated) + " rotated" + (options.isInterleaved ? ", interleaved" : "")
            + (options.isOnePosition ? ", one position" : ""),
        "RotaryEmbedding", type);
    const HostTensor x = randomTensor(type, shape, 1);
    const HostTensor cosines = randomTensor(type, {9, rotated / 2}, 2, -1, 1);
    const HostTensor sines = randomTensor(type, {9, rotated / 2}, 3, -1, 1);
    const HostTensor positions = options.isOnePosition
        ? tensorOf(DataType::Int64, {1}, {3})
        : randomTensor(DataType::Int64, {heads.batch, heads.steps}, 4, 0, 8.9);
    HostTensor y = makeHostTensor({type, shape});
    for (int64_t i = 0; i < heads.batch * heads.steps * heads.heads; ++i) {
        const int64_t step = options.isHeadsFirst ? i % heads.steps : i / heads.heads % heads.steps;
        const int64_t batch = i / heads.heads / heads.steps;
        std::vector<double> head = elementsOf(x, i * heads.size, heads.size);
        const int64_t position = options.isOnePosition
            ? 3 + step
            : elementAsInt64(positions, static_cast<size_t>(batch * heads.steps + step));
        rotate(head, cosines, sines, position, options.isInterleaved);
        for (int64_t e = 0; e < heads.size; ++e) {
            setElement(y, static_cast<size_t>(i * heads.size + e), head[static_cast<size_t>(e)]);
        }
    }
    test.inputs = {x, positions, cosines, sines};
    test.attributes.set("interleaved", int64_t {options.isInterleaved ? 1 : 0});
    if (options.rotated > 0) {
        test.attributes.set("rotary_embedding_dim", options.rotated);
        test.attributes.set("num_heads", heads.heads);
    }
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    const HeadShape heads {2, 3, 5, 8};
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(rotaryCase(type, heads, {}));
        cases.push_back(rotaryCase(type, heads, {.isInterleaved = true, .isHeadsFirst = true}));
    }
    cases.push_back(rotaryCase(DataType::Float32, heads, {.isOnePosition = true}));
    cases.push_back(rotaryCase(DataType::Float32, heads, {.isHeadsFirst = true, .isOnePosition = true}));
    cases.push_back(rotaryCase(DataType::Float32, heads, {.rotated = 6}));
    cases.push_back(rotaryCase(DataType::Float32, heads, {.isInterleaved = true, .rotated = 4}));
    cases.push_back(rotaryCase(DataType::Float32, {1, 0, 5, 8}, {}));
    OperatorCase wrong = rotaryCase(DataType::Float32, heads, {.isHeadsFirst = true});
    wrong.inputs[2] = randomTensor(DataType::Float32, {9, 5}, 2);
    wrong.expectedError = "expected half of the 8 elements";
    cases.push_back(wrong);
    addGroupQueryCases(cases);
    addOnnxRotaryCases(cases);
    addRotateHalfCases(cases);
    addPackedAttentionCases(cases);
    addQuantizedAttentionCases(cases);
    addMultiHeadCases(cases);
    addSelfAttentionCases(cases);
}

} // namespace weightless::ops::transformer
