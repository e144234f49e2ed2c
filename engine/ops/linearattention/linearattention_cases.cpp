// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <cmath>

namespace weightless::ops::linearattention {

namespace {

struct Options {
    DataType type = DataType::Float32;
    std::string rule = "gated_delta";
    int64_t queryHeads = 2;
    int64_t heads = 2;
    bool hasPast = false;
    bool decaysEach = false; // element of the key
    bool sharesBeta = false;
    bool hasErase = false;
    int64_t batch = 2;
    int64_t steps = 4;
    int64_t depth = 3;
    int64_t width = 5;
};

OperatorCase linearCase(const Options& o)
{
    const bool isGated = o.rule == "gated" || o.rule == "gated_delta";
    const bool isCorrected = o.rule == "delta" || o.rule == "gated_delta";
    const auto tensor = [&](int64_t last, uint64_t seed, double low) {
        return randomTensor(o.type, {o.batch, o.steps, last}, seed, low, low + 1);
    };
    OperatorCase test {.name = o.rule + ", " + toString(o.type) + ", " + std::to_string(o.queryHeads)
            + " heads on " + std::to_string(o.heads) + (o.hasPast ? ", past" : "")
            + (o.decaysEach ? ", decay each" : "") + (o.sharesBeta ? ", one beta" : "")
            + (o.hasErase ? ", erase" : ""),
        .opType = "LinearAttention",
        .opset = 27};
    test.inputs.assign(7, std::nullopt);
    test.inputs[0] = tensor(o.queryHeads * o.depth, 1, -0.5);
    test.inputs[1] = tensor(o.heads * o.depth, 2, -0.5);
    test.inputs[2] = tensor(o.heads * o.width, 3, -0.5);
    if (o.hasPast) {
        test.inputs[3] = randomTensor(o.type, {o.batch, o.heads, o.depth, o.width}, 4, -1, 1);
    }
    if (isGated) {
        test.inputs[4] = tensor(o.decaysEach ? o.heads * o.depth : o.heads, 5, -1);
    }
    if (isCorrected) {
        test.inputs[5] = tensor(o.sharesBeta ? 1 : o.heads, 6, 0);
    }
    if (o.hasErase) {
        test.inputs[6] = tensor(o.heads * o.depth, 7, 0);
    }
    HostTensor y = makeHostTensor({o.type, {o.batch, o.steps, o.queryHeads * o.width}});
    HostTensor present = makeHostTensor({o.type, {o.batch, o.heads, o.depth, o.width}});
    const auto at = [&](size_t input, int64_t index) {
        return elementAsDouble(*test.inputs[input], static_cast<size_t>(index));
    };
    for (int64_t line = 0; line < o.batch * o.heads * o.width; ++line) {
        const int64_t m = line % o.width;
        const int64_t head = line / o.width % o.heads;
        const int64_t batch = line / o.width / o.heads;
        const auto place = [&](int64_t d) { return ((batch * o.heads + head) * o.depth + d) * o.width + m; };
        std::vector<double> state;
        for (int64_t d = 0; d < o.depth; ++d) {
            state.push_back(o.hasPast ? at(3, place(d)) : 0);
        }
        for (int64_t t = 0; t < o.steps; ++t) {
            const int64_t row = (batch * o.steps + t) * o.heads + head;
            double retrieved = 0;
            for (int64_t d = 0; d < o.depth; ++d) {
                double& s = state[static_cast<size_t>(d)];
                s *= isGated ? std::exp(at(4, o.decaysEach ? row * o.depth + d : row)) : 1;
                retrieved += s * at(1, row * o.depth + d) * (o.hasErase ? at(6, row * o.depth + d) : 1);
            }
            double value = at(2, row * o.width + m);
            if (isCorrected) {
                value = at(5, o.sharesBeta ? batch * o.steps + t : row) * (value - retrieved);
            }
            for (int64_t d = 0; d < o.depth; ++d) {
                state[static_cast<size_t>(d)] += at(1, row * o.depth + d) * value;
            }
            const int64_t queries = o.queryHeads / o.heads;
            for (int64_t q = row * queries; q < (row + 1) * queries; ++q) {
                double sum = 0;
                for (int64_t d = 0; d < o.depth; ++d) {
                    sum += at(0, q * o.depth + d) * state[static_cast<size_t>(d)];
                }
                setElement(
                    y, static_cast<size_t>(q * o.width + m), sum / std::sqrt(static_cast<double>(o.depth)));
            }
        }
        for (int64_t d = 0; d < o.depth; ++d) {
            setElement(present, static_cast<size_t>(place(d)), state[static_cast<size_t>(d)]);
        }
    }
    test.attributes.set("update_rule", o.rule);
    test.attributes.set("q_num_heads", o.queryHeads);
    test.attributes.set("kv_num_heads", o.heads);
    test.expected = {std::move(y), std::move(present)};
    test.relativeTolerance = o.type == DataType::Float32 ? 1e-4 : 2e-2;
    test.absoluteTolerance = o.type == DataType::Float32 ? 1e-5 : 2e-2;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const std::string rule : {"linear", "gated", "delta", "gated_delta"}) {
        cases.push_back(linearCase({.rule = rule}));
        cases.push_back(linearCase({.rule = rule, .queryHeads = 6, .hasPast = true}));
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
        cases.push_back(linearCase({.type = type, .hasPast = true}));
    }
    cases.push_back(linearCase({.decaysEach = true, .sharesBeta = true, .hasErase = true}));
    cases.push_back(linearCase({.steps = 13, .depth = 1})); // in several parts, with some loop rounds
    cases.push_back(linearCase({.batch = 0}));
    cases.push_back(linearCase({.hasPast = true, .steps = 0}));
    OperatorCase contributed = linearCase({.queryHeads = 6, .hasPast = true, .sharesBeta = true});
    contributed.domain = "com.microsoft";
    contributed.opset = 1;
    contributed.inputs.resize(6);
    cases.push_back(contributed);
    contributed.attributes.set("state_window", int64_t {2});
    contributed.expectedError = "attribute 'state_window' is 2";
    cases.push_back(contributed);
    OperatorCase wrong = linearCase({});
    wrong.inputs[5].reset();
    wrong.expectedError = "input 'beta' is missing where the update rule says otherwise";
    cases.push_back(wrong);
    wrong = linearCase({});
    wrong.attributes.set("update_rule", std::string("quadratic"));
    wrong.expectedError = "attribute 'update_rule' is 'quadratic'";
    cases.push_back(wrong);
}

} // namespace weightless::ops::linearattention
