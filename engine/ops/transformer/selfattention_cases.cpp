// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformercases.h"

#include <cmath>

namespace weightless::ops::transformer {

namespace {

struct Options {
    DataType type = DataType::Float32;
    int64_t past = 0;
    int64_t valueSize = 4; // of a head
    bool isCausal = false;
    bool isPadded = false; // the second batch entry's first place
    bool hasLimits = false; // that padding as lengths, and starts behind them
    bool hasBias = true;
};

constexpr int64_t batches = 2;
constexpr int64_t steps = 3;
constexpr int64_t columns = 5; // of x
constexpr int64_t heads = 2;
constexpr int64_t size = 4;

std::string nameOf(const Options& o)
{
    return toString(o.type) + " after " + std::to_string(o.past) + ", values of "
        + std::to_string(o.valueSize) + (o.isCausal ? ", causal" : "") + (o.isPadded ? ", padded" : "")
        + (o.hasLimits ? " by limits" : "") + (o.hasBias ? ", bias" : "");
}

class Reference {
public:
    explicit Reference(const Options& options)
        : o(options)
        , m_width(heads * (2 * size + o.valueSize))
        , m_x(randomTensor(o.type, {batches, steps, columns}, 1))
        , m_weights(randomTensor(o.type, {columns, m_width}, 2, -0.5, 0.5))
        , m_bias(randomTensor(o.type, {m_width}, 3))
        , m_past(randomTensor(o.type, {2, batches, heads, o.past, size}, 4))
    {
    }

    OperatorCase make()
    {
        OperatorCase test = transformerCase(nameOf(o), "Attention", o.type);
        const int64_t places = o.past + steps;
        HostTensor y = makeHostTensor({o.type, {batches, steps, heads * o.valueSize}});
        HostTensor present = makeHostTensor({o.type, {2, batches, heads, places, size}});
        HostTensor mask = makeHostTensor({DataType::Int32, {batches, places}});
        for (int64_t b = 0; b < batches; ++b) {
            for (int64_t p = 0; p < places; ++p) {
                setElement(mask, static_cast<size_t>(b * places + p), int64_t {isHidden(b, p) ? 0 : 1});
            }
            for (int64_t h = 0; h < heads; ++h) {
                const std::vector<Place> all = placesOf(b, h);
                for (int64_t p = 0; o.valueSize == size && p < places; ++p) {
                    for (int64_t i = 0; i < size; ++i) {
                        const int64_t at = ((b * heads + h) * places + p) * size + i;
                        setElement(present, static_cast<size_t>(at),
                            all[static_cast<size_t>(p)].key[static_cast<size_t>(i)]);
                        setElement(present, static_cast<size_t>(at + batches * heads * places * size),
                            all[static_cast<size_t>(p)].value[static_cast<size_t>(i)]);
                    }
                }
                for (int64_t s = 0; s < steps; ++s) {
                    const std::vector<Place> seen(
                        all.begin(), o.isCausal ? all.begin() + o.past + s + 1 : all.end());
                    const std::vector<double> result = attended(project(b, s, h * size, size), seen, 0.5);
                    for (int64_t i = 0; i < o.valueSize; ++i) {
                        setElement(y, static_cast<size_t>(((b * steps + s) * heads + h) * o.valueSize + i),
                            result[static_cast<size_t>(i)]);
                    }
                }
            }
        }
        test.expected = {std::move(y)};
        if (o.past > 0) {
            test.expected.push_back(std::move(present));
        }
        if (o.hasLimits) {
            const auto all = static_cast<double>(places);
            mask = tensorOf(DataType::Int32, {2 * batches}, {all, all, 0, 1});
        }
        const auto given = [](bool has, const HostTensor& tensor) {
            return has ? std::optional(tensor) : std::nullopt;
        };
        test.inputs = {
            m_x, m_weights, given(o.hasBias, m_bias), given(o.isPadded, mask), given(o.past > 0, m_past)};
        while (!test.inputs.back()) {
            test.inputs.pop_back();
        }
        test.attributes.set("num_heads", heads);
        test.attributes.set("unidirectional", int64_t {o.isCausal ? 1 : 0});
        if (o.valueSize != size) {
            test.attributes.set(
                "qkv_hidden_sizes", std::vector<int64_t> {heads * size, heads * size, heads * o.valueSize});
        }
        return test;
    }

private:
    [[nodiscard]] bool isHidden(int64_t b, int64_t place) const { return o.isPadded && b == 1 && place == 0; }

    // Columns [first, first + count) of what x becomes.
    [[nodiscard]] std::vector<double> project(int64_t b, int64_t s, int64_t first, int64_t count) const
    {
        std::vector<double> result;
        for (int64_t i = first; i < first + count; ++i) {
            double sum = o.hasBias ? elementAsDouble(m_bias, static_cast<size_t>(i)) : 0;
            for (int64_t c = 0; c < columns; ++c) {
                sum += elementAsDouble(m_x, static_cast<size_t>((b * steps + s) * columns + c))
                    * elementAsDouble(m_weights, static_cast<size_t>(c * m_width + i));
            }
            result.push_back(sum);
        }
        return result;
    }

    [[nodiscard]] std::vector<Place> placesOf(int64_t b, int64_t h) const
    {
        std::vector<Place> places;
        for (int64_t p = 0; p < o.past + steps; ++p) {
            const double bias = isHidden(b, p) ? -10000 : 0;
            if (p < o.past) {
                const int64_t at = ((b * heads + h) * o.past + p) * size;
                places.push_back({elementsOf(m_past, at, size),
                    elementsOf(m_past, at + batches * heads * o.past * size, size), bias});
            } else {
                places.push_back({project(b, p - o.past, (heads + h) * size, size),
                    project(b, p - o.past, 2 * heads * size + h * o.valueSize, o.valueSize), bias});
            }
        }
        return places;
    }

    Options o;
    int64_t m_width;
    HostTensor m_x, m_weights, m_bias, m_past;
};

OperatorCase attentionCase(const Options& options)
{
    return Reference(options).make();
}

} // namespace

void addSelfAttentionCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(attentionCase({.type = type}));
    }
    cases.push_back(attentionCase({.isPadded = true}));
    cases.push_back(attentionCase({.isPadded = true, .hasLimits = true}));
    cases.push_back(attentionCase({.past = 2, .isCausal = true, .isPadded = true}));
    cases.push_back(attentionCase({.past = 2, .isPadded = true, .hasLimits = true}));
    cases.push_back(attentionCase({.past = 3, .hasBias = false}));
    cases.push_back(attentionCase({.valueSize = 3}));
    // Masks that hide nothing, whatever they say.
    for (const Shape& shape : {Shape {batches, 1}, Shape {1, 1}}) {
        OperatorCase test = attentionCase({.past = 2});
        test.name += ", mask " + toString(shape);
        test.inputs[3] = makeHostTensor({DataType::Int32, shape});
        cases.push_back(test);
    }
    OperatorCase wrong = attentionCase({});
    wrong.inputs[1] = randomTensor(DataType::Float32, {columns, 25}, 2);
    wrong.expectedError = "columns for queries, keys and values";
    cases.push_back(wrong);
    wrong = attentionCase({});
    wrong.attributes.set("do_rotary", int64_t {1});
    wrong.expectedError = "do_rotary";
    cases.push_back(wrong);
}

} // namespace weightless::ops::transformer
