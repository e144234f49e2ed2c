// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/transformercases.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace weightless::ops::transformer {

namespace {

struct Options {
    DataType type = DataType::Float32;
    int64_t batch = 2;
    int64_t steps = 1;
    int64_t heads = 4;
    int64_t keyHeads = 2;
    int64_t size = 8;
    int64_t past = 0; // places of the cache that comes
    std::vector<int64_t> lengths = {1, 1}; // of each sequence, its new steps included
    int64_t rotated = 8; // 0: none
    bool isInterleaved = false;
    bool isPacked = false;
    bool hasBias = false;
    int64_t window = -1;
    float softcap = 0;
    bool isCausal = true;
    bool hasNorms = false;
    bool hasSink = false;
    bool isSmooth = false;
};

std::string nameOf(const Options& o)
{
    std::string name =
        toString(o.type) + ", " + std::to_string(o.steps) + " steps after " + std::to_string(o.past);
    name += ", " + std::to_string(o.heads) + " heads on " + std::to_string(o.keyHeads);
    name += o.size == 8 ? "" : " of " + std::to_string(o.size);
    name += o.isPacked ? ", packed" : "";
    name += o.rotated == 0 ? ", not rotated" : o.isInterleaved ? ", interleaved" : "";
    name += o.hasBias ? ", bias" : "";
    name += o.window > 0 ? ", window" : "";
    name += (o.hasNorms ? ", norms" : "") + std::string(o.isCausal ? "" : ", not causal");
    name += (o.hasSink ? ", sink" : "") + std::string(o.isSmooth ? ", smooth" : "");
    return name + (o.softcap != 0 ? ", softcap" : "");
}

// One set of heads, wherever it lies.
struct Heads {
    const HostTensor* tensor = nullptr;
    int64_t row = 0; // elements between steps
    int64_t first = 0;

    [[nodiscard]] std::vector<double> at(int64_t step, int64_t head, int64_t size) const
    {
        return elementsOf(*tensor, step * row + first + head * size, size);
    }
};

// A sequence at a time, a step at a time: what a step may see are the cache's places up to its own.
class Reference {
public:
    explicit Reference(Options options)
        : o(std::move(options))
        , m_places(std::max(o.past, past(0) + o.steps))
    {
        for (int64_t b = 0; b < o.batch; ++b) {
            m_places = std::max(m_places, o.past == 0 ? o.steps : std::max(o.past, total(b)));
        }
        const int64_t row = (o.isPacked ? o.heads + 2 * o.keyHeads : o.heads) * o.size;
        m_query = randomTensor(o.type, {o.batch, o.steps, row}, 1);
        m_key = randomTensor(o.type, {o.batch, o.steps, o.keyHeads * o.size}, 2);
        m_value = randomTensor(o.type, {o.batch, o.steps, o.keyHeads * o.size}, 3);
        m_pastKey = randomTensor(o.type, {o.batch, o.keyHeads, o.past, o.size}, 4);
        m_pastValue = randomTensor(o.type, {o.batch, o.keyHeads, o.past, o.size}, 5);
        m_cosines = randomTensor(o.type, {m_places + 3, o.rotated / 2}, 6, -1, 1);
        m_sines = randomTensor(o.type, {m_places + 3, o.rotated / 2}, 7, -1, 1);
        m_bias = randomTensor(o.type, {1, o.heads, o.steps, m_places}, 8);
        m_sink = randomTensor(o.type, {o.heads}, 9);
        m_queryNorm = randomTensor(o.type, {o.size}, 10, 0.5, 1.5);
        m_keyNorm = randomTensor(o.type, {o.size}, 11, 0.5, 1.5);
    }

    OperatorCase make()
    {
        OperatorCase test = transformerCase(nameOf(o), "GroupQueryAttention", o.type);
        HostTensor y = makeHostTensor({o.type, {o.batch, o.steps, o.heads * o.size}});
        HostTensor keys = makeHostTensor({o.type, {o.batch, o.keyHeads, m_places, o.size}});
        HostTensor values = keys;
        for (int64_t b = 0; b < o.batch; ++b) {
            fill(b, keys, values);
            for (int64_t s = 0; s < o.steps; ++s) {
                for (int64_t h = 0; h < o.heads; ++h) {
                    const std::vector<double> result = attend(b, s, h, keys, values);
                    for (int64_t i = 0; i < o.size; ++i) {
                        setElement(y, static_cast<size_t>(((b * o.steps + s) * o.heads + h) * o.size + i),
                            result[static_cast<size_t>(i)]);
                    }
                }
            }
        }
        test.expected = {std::move(y), std::move(keys), std::move(values)};
        setInputs(test);
        return test;
    }

private:
    [[nodiscard]] int64_t total(int64_t batch) const { return o.lengths[static_cast<size_t>(batch)]; }
    [[nodiscard]] int64_t past(int64_t batch) const { return std::max<int64_t>(total(batch) - o.steps, 0); }

    // The cache as it leaves: what came, and behind what counts of it the new steps.
    void fill(int64_t b, HostTensor& keys, HostTensor& values)
    {
        for (int64_t h = 0; h < o.keyHeads; ++h) {
            for (int64_t p = 0; p < m_places; ++p) {
                const int64_t step = p - past(b);
                const bool isNew = step >= 0 && step < o.steps;
                const int64_t old = ((b * o.keyHeads + h) * o.past + p) * o.size;
                const int64_t at = b * o.steps + step;
                std::vector<double> key(static_cast<size_t>(o.size), 0.0);
                std::vector<double> value = key;
                if (isNew) {
                    const int64_t row = (o.heads + 2 * o.keyHeads) * o.size;
                    const int64_t apart = o.keyHeads * o.size;
                    key = (o.isPacked ? Heads {&m_query, row, o.heads * o.size} : Heads {&m_key, apart, 0})
                              .at(at, h, o.size);
                    value = (o.isPacked ? Heads {&m_query, row, (o.heads + o.keyHeads) * o.size}
                                        : Heads {&m_value, apart, 0})
                                .at(at, h, o.size);
                    turn(key, m_keyNorm, p);
                } else if (p < o.past) {
                    key = elementsOf(m_pastKey, old, o.size);
                    value = elementsOf(m_pastValue, old, o.size);
                }
                for (int64_t i = 0; i < o.size; ++i) {
                    const auto to = static_cast<size_t>(((b * o.keyHeads + h) * m_places + p) * o.size + i);
                    setElement(keys, to, key[static_cast<size_t>(i)]);
                    setElement(values, to, value[static_cast<size_t>(i)]);
                }
            }
        }
    }

    void turn(std::vector<double>& head, const HostTensor& norm, int64_t position)
    {
        double squares = 0;
        for (const double value : head) {
            squares += value * value;
        }
        const double inverse = 1 / std::sqrt(squares / static_cast<double>(head.size()) + 1e-6);
        for (size_t i = 0; o.hasNorms && i < head.size(); ++i) {
            head[i] *= inverse * elementAsDouble(norm, i);
        }
        if (o.rotated > 0) {
            rotate(head, m_cosines, m_sines, position, o.isInterleaved);
        }
    }

    std::vector<double> attend(
        int64_t b, int64_t s, int64_t h, const HostTensor& keys, const HostTensor& values)
    {
        const int64_t own = past(b) + s;
        std::vector<double> query =
            Heads {&m_query, m_query.descriptor.shape[2], 0}.at(b * o.steps + s, h, o.size);
        turn(query, m_queryNorm, own);
        const int64_t last = o.isCausal ? own : total(b) - 1;
        std::vector<Place> places;
        for (int64_t p = o.window > 0 ? std::max<int64_t>(own - o.window + 1, 0) : 0; p <= last; ++p) {
            const int64_t at = ((b * o.keyHeads + h / (o.heads / o.keyHeads)) * m_places + p) * o.size;
            const auto bias = static_cast<size_t>((h * o.steps + s) * m_places + p);
            places.push_back({elementsOf(keys, at, o.size), elementsOf(values, at, o.size),
                o.hasBias ? elementAsDouble(m_bias, bias) : 0});
        }
        const std::optional<double> sink = o.hasSink
            ? std::optional(elementAsDouble(m_sink, static_cast<size_t>(h)))
            : o.isSmooth ? std::optional(0.0)
                         : std::nullopt;
        return attended(
            query, places, 1 / std::sqrt(static_cast<double>(o.size)), static_cast<double>(o.softcap), sink);
    }

    void setInputs(OperatorCase& test)
    {
        const auto given = [](bool has, const HostTensor& tensor) {
            return has ? std::optional(tensor) : std::nullopt;
        };
        std::vector<double> lengths;
        double longest = 0;
        for (int64_t b = 0; b < o.batch; ++b) {
            lengths.push_back(static_cast<double>(total(b) - 1));
            longest = std::max(longest, static_cast<double>(total(b)));
        }
        test.inputs = {m_query, given(!o.isPacked, m_key), given(!o.isPacked, m_value),
            given(o.past > 0, m_pastKey), given(o.past > 0, m_pastValue),
            tensorOf(DataType::Int32, {o.batch}, lengths), tensorOf(DataType::Int32, {}, {longest})};
        test.constantInputs = {6};
        const bool hasMore = o.hasNorms || o.hasSink || o.hasBias;
        if (o.rotated > 0 || hasMore) {
            test.inputs.insert(
                test.inputs.end(), {given(o.rotated > 0, m_cosines), given(o.rotated > 0, m_sines)});
        }
        if (hasMore) {
            test.inputs.insert(
                test.inputs.end(), {std::nullopt, given(o.hasBias, m_bias), given(o.hasSink, m_sink)});
        }
        if (o.hasNorms) {
            test.inputs.insert(test.inputs.end(), {std::nullopt, std::nullopt, m_queryNorm, m_keyNorm});
        }
        test.attributes.set("num_heads", o.heads);
        test.attributes.set("kv_num_heads", o.keyHeads);
        test.attributes.set("do_rotary", int64_t {o.rotated > 0 ? 1 : 0});
        test.attributes.set("rotary_interleaved", int64_t {o.isInterleaved ? 1 : 0});
        test.attributes.set("local_window_size", o.window);
        test.attributes.set("softcap", o.softcap);
        test.attributes.set("causal", int64_t {o.isCausal ? 1 : 0});
        test.attributes.set("smooth_softmax", int64_t {o.isSmooth ? 1 : 0});
    }

    Options o;
    int64_t m_places;
    HostTensor m_query, m_key, m_value, m_pastKey, m_pastValue, m_cosines, m_sines, m_bias, m_sink,
        m_queryNorm, m_keyNorm;
};

OperatorCase queryCase(Options options)
{
    return Reference(std::move(options)).make();
}

} // namespace

void addGroupQueryCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(queryCase({.type = type, .steps = 5, .lengths = {5, 3}})); // a prompt, padded
        cases.push_back(queryCase({.type = type, .past = 7, .lengths = {8, 5}})); // the caches grow
    }
    cases.push_back(queryCase({.past = 9, .lengths = {6, 4}})); // room to spare
    cases.push_back(queryCase({.steps = 3, .past = 9, .lengths = {8, 7}, .isPacked = true}));
    cases.push_back(queryCase({.steps = 5, .lengths = {5, 5}, .isInterleaved = true, .isPacked = true}));
    cases.push_back(queryCase({.steps = 5, .heads = 3, .keyHeads = 1, .lengths = {5, 5}, .rotated = 0}));
    cases.push_back(
        queryCase({.steps = 2, .heads = 3, .keyHeads = 3, .past = 4, .lengths = {6, 6}, .rotated = 4}));
    // Heads that are whole packs of 16 bytes, of one type only, and none; rotated in part, and not.
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        for (const int64_t size : {24, 20, 6}) {
            cases.push_back(
                queryCase({.type = type, .size = size, .past = 7, .lengths = {8, 5}, .rotated = 6}));
            cases.push_back(queryCase({.type = type,
                .steps = 3,
                .size = size,
                .past = 7,
                .lengths = {9, 5},
                .rotated = 4,
                .isInterleaved = true}));
        }
    }
    cases.push_back(queryCase({.past = 7, .lengths = {8, 6}, .window = 3}));
    cases.push_back(queryCase({.steps = 6, .lengths = {6, 6}, .window = 2}));
    cases.push_back(queryCase({.past = 7, .lengths = {8, 6}, .softcap = 2}));
    cases.push_back(queryCase({.steps = 2, .past = 5, .lengths = {7, 6}, .hasBias = true}));
    cases.push_back(queryCase({.past = 7, .lengths = {8, 6}, .hasNorms = true}));
    cases.push_back(queryCase({.steps = 3, .lengths = {3, 3}, .isPacked = true, .hasNorms = true}));
    cases.push_back(queryCase({.steps = 4, .lengths = {4, 3}, .isCausal = false}));
    cases.push_back(queryCase({.steps = 2, .past = 5, .lengths = {7, 6}, .hasSink = true}));
    cases.push_back(queryCase({.past = 7, .lengths = {8, 6}, .softcap = 2, .isSmooth = true}));
    OperatorCase wrong = queryCase({});
    wrong.attributes.set("kv_num_heads", int64_t {3});
    wrong.expectedError = "expected a multiple";
    cases.push_back(wrong);
    wrong = queryCase({.past = 7, .lengths = {8, 5}});
    wrong.inputs[6] = tensorOf(DataType::Int32, {}, {99});
    wrong.expectedError = "expected one number from 1, what is new, to 8";
    cases.push_back(wrong);
    wrong = queryCase({.steps = 3, .past = 5, .lengths = {8, 6}});
    wrong.inputs[6] = tensorOf(DataType::Int32, {}, {2});
    wrong.expectedError = "expected one number from 3";
    cases.push_back(wrong);
    wrong = queryCase({.past = 7, .lengths = {8, 5}});
    wrong.inputs[3].reset();
    wrong.expectedError = "come together";
    cases.push_back(wrong);
}

} // namespace weightless::ops::transformer
