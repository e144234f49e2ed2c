// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/experts/mixturecases.h"

#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace weightless::ops::experts {

namespace {

constexpr std::array types {DataType::Float32, DataType::Float16, DataType::BFloat16};

void addActivations(CaseList& cases)
{
    for (const bool isPacked : {false, true}) {
        for (const char* activation : {"relu", "gelu", "silu", "identity", "swiglu"}) {
            for (const bool hasThird : {false, true}) {
                const bool isSwiglu = std::string(activation) == "swiglu";
                cases.push_back(mixtureCase({.isPacked = isPacked,
                    .tokens = {2, 2},
                    .activation = activation,
                    .fusion = isSwiglu && !hasThird ? 1 : 0,
                    .hasThird = hasThird}));
            }
        }
        cases.push_back(mixtureCase({.isPacked = isPacked, .fusion = 2}));
        cases.push_back(mixtureCase(
            {.isPacked = isPacked, .hasBias = false, .alpha = 1, .beta = 0, .limit = std::nullopt}));
        cases.push_back(mixtureCase({.isPacked = isPacked, .tokens = {0}}));
        cases.push_back(mixtureCase({.isPacked = isPacked, .tokens = {0, 4}}));
    }
}

// Scores that are equal, that mask what they belong to, and that are no numbers.
void addScores(CaseList& cases)
{
    const auto with = [&](DataType type, const char* name, const std::vector<double>& scores) {
        OperatorCase test = mixtureCase({.type = type, .tokens = {1}, .experts = 4}, scores);
        test.name += std::string(", ") + name;
        cases.push_back(std::move(test));
    };
    constexpr double none = -std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const DataType type : types) {
        with(type, "equal scores", {1, 2, 2, 2});
        with(type, "zeros of both signs", {-1, -0.0, 0.0, -0.0});
        with(type, "scores that mask", {none, none, 0.5, none});
        with(type, "a score that is no number", {1, nan, 2, 3});
        with(type, "scores that are no numbers", {nan, nan, nan, nan});
        with(type, "scores that mask all", {none, none, none, none});
    }
}

void addRoutings(CaseList& cases)
{
    for (const bool isPacked : {false, true}) {
        for (const int64_t k : {1, 2, 5}) {
            for (const bool isNormalized : {false, true}) {
                cases.push_back(mixtureCase({.isPacked = isPacked, .k = k, .isNormalized = isNormalized}));
            }
        }
        cases.push_back(mixtureCase({.isPacked = isPacked, .tokens = {7}, .experts = 16, .isSparse = true}));
        // More of them than a team has lanes, and than an expert has tokens.
        cases.push_back(mixtureCase(
            {.isPacked = isPacked, .tokens = {3}, .hidden = 16, .width = 16, .experts = 131, .k = 8}));
    }
    cases.push_back(mixtureCase({.isGiven = true}));
    cases.push_back(mixtureCase({.isNormalized = false, .isGiven = true}));
    addScores(cases);
}

void addPackings(CaseList& cases)
{
    for (const DataType type : types) {
        for (const int64_t bits : {2, 4, 8}) {
            for (const int64_t blockSize : {0, 16, 32}) {
                for (const bool hasZeros : {false, true}) {
                    for (const char* kernel : {"", "vector"}) {
                        cases.push_back(mixtureCase({.type = type,
                            .tokens = {hasZeros ? 1 : 3}, // whose experts are apart, or have some in common
                            .hidden = 64,
                            .width = 40, // which no blocks fit
                            .bits = bits,
                            .blockSize = blockSize,
                            .hasZeros = hasZeros,
                            .kernel = kernel}));
                    }
                }
            }
        }
        for (const char* kernel : {"", "vector"}) {
            cases.push_back(
                mixtureCase({.type = type, .isPacked = false, .hidden = 33, .width = 21, .kernel = kernel}));
            cases.push_back(mixtureCase({.type = type,
                .isPacked = false,
                .hidden = 64,
                .width = 40,
                .fusion = 0,
                .hasThird = true,
                .kernel = kernel}));
        }
    }
    // Rows that end anywhere in a word; zero points of an odd number of rows.
    cases.push_back(mixtureCase({.hidden = 22, .width = 6, .blockSize = 0, .hasZeros = true}));
    cases.push_back(mixtureCase({.hidden = 64, .width = 40, .blockSize = 64, .hasZeros = true}));
    cases.push_back(
        mixtureCase({.hidden = 64, .width = 40, .blockSize = 64, .hasZeros = true, .zerosAlongRows = true}));
    cases.push_back(mixtureCase(
        {.hidden = 19, .width = 7, .activation = "relu", .bits = 8, .blockSize = 0, .hasZeros = true}));
    cases.push_back(mixtureCase(
        {.hidden = 38, .width = 26, .fusion = 0, .hasThird = true, .blockSize = 16, .hasZeros = true}));
}

// So many tokens that those of an expert share what is read of its weights, and rows that many lanes share.
void addGroups(CaseList& cases)
{
    for (const bool isPacked : {false, true}) {
        for (const char* kernel : {"", "vector"}) {
            for (const int64_t tokens : {4, 29}) {
                cases.push_back(mixtureCase(
                    {.isPacked = isPacked, .tokens = {tokens}, .hasZeros = isPacked, .kernel = kernel}));
            }
            cases.push_back(mixtureCase(
                {.isPacked = isPacked, .tokens = {3, 41}, .experts = 3, .k = 1, .kernel = kernel}));
            cases.push_back(mixtureCase({.isPacked = isPacked,
                .tokens = {1},
                .hidden = 1056,
                .width = 320,
                .experts = 3,
                .blockSize = 32,
                .kernel = kernel}));
        }
        cases.push_back(mixtureCase({.type = DataType::Float16,
            .isPacked = isPacked,
            .tokens = {40},
            .activation = "silu",
            .fusion = 0,
            .hasThird = true}));
    }
    OperatorCase one = mixtureCase({.tokens = {40}, .experts = 4, .k = 1}); // all tokens take one expert
    cases.push_back(std::move(one));
}

// So many that each expert has matrices of them, or all are sorted as if they were.
void addMatrices(CaseList& cases)
{
    for (const DataType type : types) {
        for (const char* kernel : {"", "plain", "wide", "shared"}) {
            for (const bool isPacked : {false, true}) {
                const bool isForced = *kernel != 0;
                cases.push_back(mixtureCase({.type = type,
                    .isPacked = isPacked,
                    .tokens = {isForced ? 19 : 70},
                    .hidden = isPacked ? 64 : 33,
                    .width = isPacked ? 40 : 21,
                    .hasZeros = isForced,
                    .kernel = kernel}));
            }
            cases.push_back(mixtureCase({.type = type,
                .tokens = {2, 35},
                .hidden = 22, // whose rows end within a word
                .width = 26,
                .experts = 3,
                .fusion = 0,
                .hasThird = true,
                .blockSize = 0,
                .kernel = kernel}));
        }
    }
    for (const char* kernel : {"matrix", "group"}) {
        for (const bool isPacked : {false, true}) {
            cases.push_back(mixtureCase({.type = DataType::Float16,
                .isPacked = isPacked,
                .tokens = {150},
                .hidden = 64,
                .width = 40,
                .experts = 3,
                .kernel = kernel}));
        }
    }
    // All of them take one expert; most experts have none.
    cases.push_back(mixtureCase({.tokens = {130}, .experts = 1, .k = 1}));
    cases.push_back(mixtureCase({.tokens = {5}, .experts = 131, .k = 1, .kernel = "wide"}));
    // What experts say lies beyond float16, and what they say together does not.
    for (const char* kernel : {"", "wide", "shared"}) {
        OperatorCase large = mixtureCase({.type = DataType::Float16,
            .isPacked = false,
            .tokens = {40},
            .experts = 3,
            .isNormalized = false,
            .largestWeight = 4500,
            .kernel = kernel});
        large.name += ", large";
        large.absoluteTolerance = 200;
        cases.push_back(std::move(large));
    }
    // Zero points that no kernel unpacks.
    cases.push_back(mixtureCase({.tokens = {70}, .blockSize = 0, .hasZeros = true}));
}

void addError(CaseList& cases, OperatorCase test, const std::string& expected)
{
    test.expectedError = expected;
    cases.push_back(std::move(test));
}

void addErrors(CaseList& cases)
{
    const auto with = [](const MixtureOptions& options, const char* name, AttributeValue value) {
        OperatorCase test = mixtureCase(options);
        test.name += std::string(", ") + name;
        test.attributes.set(name, std::move(value));
        return test;
    };
    const MixtureOptions floats {.isPacked = false};
    addError(cases, with({}, "k", int64_t {6}), "k is 6, expected 1 to the number of experts, 5");
    addError(cases, with({}, "k", int64_t {0}), "k is 0");
    addError(cases, with({}, "expert_weight_bits", int64_t {3}), "expected 2, 4 or 8");
    addError(cases, with({}, "block_size", int64_t {24}), "expected a power of two from 16");
    addError(cases, with({}, "block_size", int64_t {32}), "fc1_scales is");
    addError(cases, with({}, "activation_type", std::string("tanh")), "expected relu, gelu");
    addError(cases, with({}, "swiglu_fusion", int64_t {0}), "without fc3_experts_weights");
    addError(cases, with({}, "swiglu_fusion", int64_t {3}), "expected 0, 1 or 2");
    addError(cases, with({}, "quant_type", std::string("fp4")), "quant_type 'fp4'");
    addError(cases, with({}, "weights_prepacked", int64_t {1}), "weights_prepacked");
    addError(cases, with({}, "num_shared_experts", int64_t {1}), "num_shared_experts");
    addError(cases, with({.k = 1}, "use_sparse_mixer", int64_t {1}), "use_sparse_mixer needs k to be 2");
    addError(cases, with(floats, "activation_type", std::string("relu")), "expected the shape [5, 48, 32]");
    addError(
        cases, with({.fusion = 0, .hasThird = true}, "swiglu_fusion", int64_t {1}), "expected 0 with them");
    OperatorCase test = mixtureCase(floats);
    std::swap(test.inputs[2]->descriptor.shape[1], test.inputs[2]->descriptor.shape[2]); // the old order
    addError(cases, test, "expected the shape [5, 96, 32]");
    test = mixtureCase({});
    test.inputs[3]->descriptor.type = DataType::Int32;
    addError(cases, test, "both must be the same");
    test = mixtureCase({});
    test.inputs[1]->descriptor.shape = {5, 3};
    addError(cases, test, "");
    test = mixtureCase({.hasZeros = true});
    test.inputs[11]->descriptor.shape[2] = 2;
    test.inputs[11]->bytes.resize(test.inputs[11]->bytes.size() * 2);
    addError(cases, test, "fc1_zero_points is");
    test = mixtureCase({.hasThird = false, .isGiven = true});
    test.inputs[10] = tensorOf(DataType::Float32, {1}, {0});
    addError(cases, test, "fc3_experts_weights are missing");
    test = mixtureCase({.isGiven = true});
    test.inputs.emplace_back(tensorOf(DataType::Float32, {5}, {1, 1, 1, 1, 1}));
    addError(cases, test, "input 15");
}

} // namespace

void addCases(CaseList& cases)
{
    addActivations(cases);
    addRoutings(cases);
    addPackings(cases);
    addGroups(cases);
    addMatrices(cases);
    addErrors(cases);
}

} // namespace weightless::ops::experts
