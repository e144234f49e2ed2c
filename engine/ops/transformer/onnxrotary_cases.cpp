// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformercases.h"

namespace weightless::ops::transformer {

namespace {

struct Options {
    DataType type = DataType::Float32;
    bool isPacked = false;
    bool isInterleaved = false;
    bool hasPositions = true;
    int64_t rotated = 0;
    int64_t batch = 2;
    int64_t steps = 3;
    int64_t heads = 5;
    int64_t size = 8;
};

OperatorCase rotaryCase(const Options& o)
{
    const Shape shape =
        o.isPacked ? Shape {o.batch, o.steps, o.heads * o.size} : Shape {o.batch, o.heads, o.steps, o.size};
    const int64_t rotated = o.rotated == 0 ? o.size : o.rotated;
    const int64_t pairs = rotated / 2;
    const Shape table = o.hasPositions ? Shape {11, pairs} : Shape {o.batch, o.steps, pairs};
    const HostTensor x = randomTensor(o.type, shape, 1);
    const HostTensor cosines = randomTensor(o.type, table, 2, -1, 1);
    const HostTensor sines = randomTensor(o.type, table, 3, -1, 1);
    const HostTensor positions = randomTensor(DataType::Int64, {o.batch, o.steps}, 4, 0, 10);
    HostTensor y = x;
    for (int64_t i = 0; i < o.batch * o.steps * o.heads * pairs; ++i) {
        const std::vector<int64_t> at = coordinatesOf(i, {o.batch, o.steps, o.heads, pairs});
        const int64_t head = o.isPacked ? ((at[0] * o.steps + at[1]) * o.heads + at[2]) * o.size
                                        : ((at[0] * o.heads + at[2]) * o.steps + at[1]) * o.size;
        const auto first = static_cast<size_t>(head + (o.isInterleaved ? 2 * at[3] : at[3]));
        const size_t second = first + static_cast<size_t>(o.isInterleaved ? 1 : pairs);
        const int64_t step = at[0] * o.steps + at[1];
        const int64_t row = o.hasPositions ? elementAsInt64(positions, static_cast<size_t>(step)) : step;
        const double c = elementAsDouble(cosines, static_cast<size_t>(row * pairs + at[3]));
        const double s = elementAsDouble(sines, static_cast<size_t>(row * pairs + at[3]));
        const double a = elementAsDouble(x, first);
        const double b = elementAsDouble(x, second);
        setElement(y, first, c * a - s * b);
        setElement(y, second, s * a + c * b);
    }
    OperatorCase test {.name = toString(x.descriptor) + (o.isInterleaved ? ", interleaved" : "")
            + (o.hasPositions ? ", positions" : "") + ", " + std::to_string(rotated) + " turned",
        .opType = "RotaryEmbedding",
        .opset = 23};
    test.inputs = {x, cosines, sines};
    if (o.hasPositions) {
        test.inputs.emplace_back(positions);
    }
    test.attributes.set("interleaved", int64_t {o.isInterleaved});
    test.attributes.set("rotary_embedding_dim", o.rotated);
    if (o.isPacked) {
        test.attributes.set("num_heads", o.heads);
    }
    test.expected = {std::move(y)};
    test.relativeTolerance = o.type == DataType::Float32 ? 1e-4 : 2e-2;
    test.absoluteTolerance = o.type == DataType::Float32 ? 1e-5 : 2e-2;
    return test;
}

} // namespace

void addOnnxRotaryCases(CaseList& cases)
{
    for (const bool isPacked : {false, true}) {
        for (const bool isInterleaved : {false, true}) {
            for (const bool hasPositions : {false, true}) {
                cases.push_back(rotaryCase({.isPacked = isPacked,
                    .isInterleaved = isInterleaved,
                    .hasPositions = hasPositions,
                    .rotated = hasPositions ? 0 : 6}));
            }
        }
    }
    cases.push_back(rotaryCase({.type = DataType::Float16}));
    cases.push_back(rotaryCase({.type = DataType::BFloat16}));
    cases.push_back(rotaryCase({.batch = 0}));
    OperatorCase wrong = rotaryCase({.isPacked = true});
    wrong.attributes.set("num_heads", int64_t {0});
    wrong.expectedError = "does not divide into 0 heads";
    cases.push_back(wrong);
    wrong = rotaryCase({});
    wrong.inputs[2] = randomTensor(DataType::Float32, {11, 3}, 1);
    wrong.expectedError = "input 2 is float32[11, 3], expected [positions, 4]";
    cases.push_back(wrong);
}

} // namespace weightless::ops::transformer
