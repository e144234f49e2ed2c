// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weightless::ops::onnxattention {

namespace {

struct Options {
    DataType type = DataType::Float32;
    bool isPacked = false;
    int64_t queryHeads = 3;
    int64_t keyHeads = 3;
    int64_t rows = 4;
    int64_t added = 5; // keys that are new
    int64_t past = 0;
    std::optional<DataType> maskType = {};
    Shape maskShape = {};
    std::string hides = {}; // by the mask: the first "row" of each matrix, or the first "key" of each row
    bool isCausal = false;
    bool hasLengths = false;
    int64_t left = -1;
    int64_t right = -1;
    float softcap = 0;
    std::optional<int64_t> scoresMode = {};
    int64_t batch = 2;
    int64_t depth = 8;
    int64_t width = 6;

    [[nodiscard]] int64_t keys() const { return past + added; }
    [[nodiscard]] Shape heads(int64_t count, int64_t steps, int64_t size) const
    {
        return isPacked ? Shape {batch, steps, count * size} : Shape {batch, count, steps, size};
    }
    [[nodiscard]] size_t index(int64_t count, int64_t steps, int64_t size,
        const std::vector<int64_t>& at) const // batch, head, step, i
    {
        return static_cast<size_t>(isPacked ? ((at[0] * steps + at[2]) * count + at[1]) * size + at[3]
                                            : ((at[0] * count + at[1]) * steps + at[2]) * size + at[3]);
    }
};

// The operator's formula, one score after the other.
class Reference {
public:
    Reference(const Options& options, const OperatorCase& test)
        : m_o(options)
        , m_test(test)
    {
    }

    std::vector<HostTensor> outputs()
    {
        const Options& o = m_o;
        HostTensor result = makeHostTensor({o.type, o.heads(o.queryHeads, o.rows, o.width)});
        HostTensor key = makeHostTensor({o.type, {o.batch, o.keyHeads, o.keys(), o.depth}});
        HostTensor value = makeHostTensor({o.type, {o.batch, o.keyHeads, o.keys(), o.width}});
        HostTensor shown = makeHostTensor({o.type, {o.batch, o.queryHeads, o.rows, o.keys()}});
        fill(key, 1, 4, o.depth);
        fill(value, 2, 5, o.width);
        for (int64_t i = 0; i < o.batch * o.queryHeads * o.rows; ++i) {
            const std::vector<int64_t> row = coordinatesOf(i, {o.batch, o.queryHeads, o.rows});
            std::vector<double> scores = scoresOf(row, key, shown);
            double most = -std::numeric_limits<double>::infinity();
            for (const double score : scores) {
                most = std::max(most, score);
            }
            double sum = 0;
            for (double& score : scores) {
                score = std::isinf(most) ? 0 : std::exp(score - most);
                sum += score;
            }
            sum = sum == 0 ? 1 : sum; // a row that sees nothing is zeros
            for (int64_t w = 0; w < o.width; ++w) {
                double mean = 0;
                for (int64_t j = 0; j < o.keys(); ++j) {
                    mean += scores[static_cast<size_t>(j)] / sum
                        * at(value, {row[0], row[1] * o.keyHeads / o.queryHeads, j, w});
                }
                setElement(result, o.index(o.queryHeads, o.rows, o.width, {row[0], row[1], row[2], w}), mean);
            }
            for (int64_t j = 0; o.scoresMode == 3 && j < o.keys(); ++j) {
                setElement(
                    shown, static_cast<size_t>(i * o.keys() + j), scores[static_cast<size_t>(j)] / sum);
            }
        }
        std::vector<HostTensor> all {result, key, value};
        if (o.scoresMode) {
            all.push_back(shown);
        }
        return all;
    }

private:
    static double at(const HostTensor& tensor, const std::vector<int64_t>& place)
    {
        return elementAsDouble(tensor, static_cast<size_t>(indexOf(place, tensor.descriptor.shape)));
    }

    // The cache, then what is new.
    void fill(HostTensor& present, size_t input, size_t pastInput, int64_t size) const
    {
        for (int64_t i = 0; i < elementCount(present.descriptor.shape).value_or(0); ++i) {
            std::vector<int64_t> place = coordinatesOf(i, present.descriptor.shape);
            if (place[2] < m_o.past) {
                setElement(present, static_cast<size_t>(i), at(*m_test.inputs[pastInput], place));
                continue;
            }
            place[2] -= m_o.past;
            setElement(present, static_cast<size_t>(i),
                elementAsDouble(*m_test.inputs[input], m_o.index(m_o.keyHeads, m_o.added, size, place)));
        }
    }

    [[nodiscard]] double maskAt(const std::vector<int64_t>& row, int64_t j) const
    {
        const double lowest = -std::numeric_limits<double>::infinity();
        double bias = 0;
        if (m_o.maskType) {
            const HostTensor& mask = *m_test.inputs[3];
            const Shape& shape = mask.descriptor.shape;
            std::vector<int64_t> place {row[0], row[1], row[2], j};
            place.erase(place.begin(), place.end() - static_cast<ptrdiff_t>(shape.size()));
            for (size_t d = 0; d < shape.size(); ++d) {
                place[d] = shape[d] == 1 ? 0 : place[d];
            }
            const bool isBeyond = !shape.empty() && place.back() >= shape.back();
            const double given = isBeyond ? lowest : at(mask, place);
            bias += isBeyond || *m_o.maskType != DataType::Bool ? given : given != 0 ? 0 : lowest;
        }
        const int64_t length =
            m_o.hasLengths ? elementAsInt64(*m_test.inputs[6], static_cast<size_t>(row[0])) : m_o.keys();
        const int64_t before = m_o.past > 0 || !m_o.hasLengths ? m_o.past : length - m_o.rows;
        const int64_t own = row[2] + before;
        const bool isHidden = j >= length || (m_o.isCausal && j > own)
            || (m_o.left >= 0 && j < own - m_o.left) || (m_o.right >= 0 && j > own + m_o.right);
        return isHidden ? lowest : bias;
    }

    std::vector<double> scoresOf(
        const std::vector<int64_t>& row, const HostTensor& key, HostTensor& shown) const
    {
        std::vector<double> scores;
        for (int64_t j = 0; j < m_o.keys(); ++j) {
            double product = 0;
            for (int64_t d = 0; d < m_o.depth; ++d) {
                const size_t q = m_o.index(m_o.queryHeads, m_o.rows, m_o.depth, {row[0], row[1], row[2], d});
                product += elementAsDouble(*m_test.inputs[0], q)
                    * at(key, {row[0], row[1] * m_o.keyHeads / m_o.queryHeads, j, d});
            }
            product /= std::sqrt(static_cast<double>(m_o.depth));
            const double cap = static_cast<double>(m_o.softcap);
            const double capped = cap > 0 ? cap * std::tanh(product / cap) : product;
            scores.push_back(capped + maskAt(row, j));
            const std::vector<int64_t> place {row[0], row[1], row[2], j};
            const double value = m_o.scoresMode == 0 ? product : m_o.scoresMode == 1 ? capped : scores.back();
            setElement(shown, static_cast<size_t>(indexOf(place, shown.descriptor.shape)), value);
        }
        return scores;
    }

    const Options& m_o;
    const OperatorCase& m_test;
};

std::string nameOf(const Options& o)
{
    return toString(o.type) + (o.isPacked ? ", packed, " : ", ") + std::to_string(o.queryHeads) + " heads on "
        + std::to_string(o.keyHeads) + ", past " + std::to_string(o.past)
        + (o.maskType ? ", mask " + toString(*o.maskType) + toString(o.maskShape) : "")
        + (o.hides.empty() ? "" : " without the first " + o.hides) + (o.isCausal ? ", causal" : "")
        + (o.hasLengths ? ", lengths" : "") + (o.left >= 0 ? ", left " + std::to_string(o.left) : "")
        + (o.right >= 0 ? ", right " + std::to_string(o.right) : "") + (o.softcap > 0 ? ", softcap" : "")
        + (o.scoresMode ? ", scores " + std::to_string(*o.scoresMode) : "");
}

// Every row sees something, but for what the options hide.
HostTensor maskFor(const Options& o)
{
    HostTensor mask = randomTensor(*o.maskType, o.maskShape, 4, 0, 1);
    const bool isBool = *o.maskType == DataType::Bool;
    const int64_t keys = o.maskShape.back();
    for (size_t i = 0; i < mask.elementCount(); ++i) {
        const auto place = static_cast<int64_t>(i);
        const bool isFirstRow = place / keys % o.maskShape[o.maskShape.size() - 2] == 0;
        if ((o.hides == "row" && isFirstRow) || (o.hides == "key" && place % keys == 0)) {
            setElement(mask, i, isBool ? 0.0 : -std::numeric_limits<double>::infinity());
        } else if (isBool && i % 2 == 0) {
            setElement(mask, i, 1.0);
        }
    }
    return mask;
}

OperatorCase attentionCase(const Options& o)
{
    OperatorCase test {.name = nameOf(o), .opType = "Attention", .opset = 25};
    test.inputs.assign(7, std::nullopt);
    test.inputs[0] = randomTensor(o.type, o.heads(o.queryHeads, o.rows, o.depth), 1);
    test.inputs[1] = randomTensor(o.type, o.heads(o.keyHeads, o.added, o.depth), 2);
    test.inputs[2] = randomTensor(o.type, o.heads(o.keyHeads, o.added, o.width), 3);
    if (o.maskType) {
        test.inputs[3] = maskFor(o);
    }
    if (o.past > 0) {
        test.inputs[4] = randomTensor(o.type, {o.batch, o.keyHeads, o.past, o.depth}, 5);
        test.inputs[5] = randomTensor(o.type, {o.batch, o.keyHeads, o.past, o.width}, 6);
    }
    if (o.hasLengths) {
        HostTensor lengths = makeHostTensor({DataType::Int64, {o.batch}});
        for (int64_t i = 0; i < o.batch; ++i) {
            setElement(lengths, static_cast<size_t>(i), o.keys() - i);
        }
        test.inputs[6] = lengths;
    }
    if (o.isPacked) {
        test.attributes.set("q_num_heads", o.queryHeads);
        test.attributes.set("kv_num_heads", o.keyHeads);
    }
    test.attributes.set("is_causal", int64_t {o.isCausal});
    test.attributes.set("softcap", o.softcap);
    test.attributes.set("left_window_size", o.left);
    test.attributes.set("right_window_size", o.right);
    test.attributes.set("qk_matmul_output_mode", o.scoresMode.value_or(0));
    test.expected = Reference(o, test).outputs();
    test.relativeTolerance = o.type == DataType::Float32 ? 1e-3 : 3e-2;
    test.absoluteTolerance = o.type == DataType::Float32 ? 1e-5 : 3e-2;
    return test;
}

void addErrors(CaseList& cases)
{
    OperatorCase wrong = attentionCase({.isPacked = true});
    wrong.attributes.set("kv_num_heads", int64_t {2});
    wrong.expectedError = "3 heads of the query and 2 of the keys";
    cases.push_back(wrong);
    wrong = attentionCase({.past = 3});
    wrong.inputs[5].reset();
    wrong.expectedError = "past_key and past_value are given together or not at all";
    cases.push_back(wrong);
    wrong = attentionCase({.maskType = DataType::Bool, .maskShape = {4, 5}});
    wrong.inputs[3] = randomTensor(DataType::Bool, {3, 5}, 1, 0, 1);
    wrong.expectedError = "attn_mask is bool[3, 5], which does not broadcast to [2, 3, 4, 5]";
    cases.push_back(wrong);
    wrong = attentionCase({});
    wrong.attributes.set("left_window_size", int64_t {-2});
    wrong.expectedError = "attribute 'left_window_size' is -2, expected -1 or a number of keys";
    cases.push_back(wrong);
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        cases.push_back(attentionCase({.type = type}));
        cases.push_back(attentionCase({.type = type, .queryHeads = 6, .past = 3, .isCausal = true}));
        cases.push_back(attentionCase({.type = type, .isPacked = true, .softcap = 0.5f}));
    }
    for (const bool isPacked : {false, true}) {
        for (const int64_t queryHeads : {3, 6}) {
            const Options base {.isPacked = isPacked, .queryHeads = queryHeads};
            const auto with = [&](Shape mask, DataType type) {
                Options options = base;
                options.maskType = type;
                options.maskShape = std::move(mask);
                return options;
            };
            cases.push_back(attentionCase(base));
            cases.push_back(attentionCase(with({4, 5}, DataType::Bool)));
            cases.push_back(attentionCase(with({4, 5}, DataType::Float32)));
            cases.push_back(attentionCase(with({4, 3}, DataType::Float32))); // shorter than the keys
            cases.push_back(attentionCase(with({2, 1, 4, 5}, DataType::Float32)));
            cases.push_back(attentionCase(with({2, queryHeads, 4, 5}, DataType::Float32)));
            Options lengths = base;
            lengths.hasLengths = true;
            cases.push_back(attentionCase(lengths));
            lengths.isCausal = true;
            cases.push_back(attentionCase(lengths));
        }
    }
    for (const DataType type : {DataType::Bool, DataType::Float32}) {
        for (const bool isPacked : {false, true}) {
            Options hidden {
                .isPacked = isPacked, .maskType = type, .maskShape = {2, 1, 4, 5}, .hides = "row"};
            cases.push_back(attentionCase(hidden));
            hidden.queryHeads = 6;
            cases.push_back(attentionCase(hidden));
            hidden.hides = "key"; // the first row sees no other
            hidden.isCausal = true;
            cases.push_back(attentionCase(hidden));
            hidden.scoresMode = 3;
            cases.push_back(attentionCase(hidden));
        }
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        cases.push_back(attentionCase(
            {.type = type, .maskType = type, .maskShape = {4, 5}, .hides = "row", .depth = 40}));
    }
    cases.push_back(
        attentionCase({.added = 0, .maskType = DataType::Float32, .maskShape = {4, 1}})); // nobody sees any
    // More rows than keys: the first see none.
    cases.push_back(attentionCase({.rows = 7, .isCausal = true, .hasLengths = true}));
    for (int64_t mode = 0; mode < 4; ++mode) {
        cases.push_back(attentionCase({.past = 2,
            .maskType = DataType::Float32,
            .maskShape = {4, 7},
            .softcap = 0.75f,
            .scoresMode = mode}));
    }
    cases.push_back(attentionCase({.isCausal = true, .left = 1}));
    cases.push_back(attentionCase({.past = 3, .left = 2, .right = 1}));
    cases.push_back(attentionCase({.hasLengths = true, .left = 2}));
    cases.push_back(attentionCase({.batch = 0}));
    addErrors(cases);
}

} // namespace weightless::ops::onnxattention
