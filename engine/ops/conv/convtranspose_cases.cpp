// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/convcases.h"

namespace weightless::ops::conv {

namespace {

OperatorCase transposedCase(const Setting& s, const Shape& out, const Shape& padsBegin)
{
    OperatorCase test;
    test.opType = "ConvTranspose";
    describe(test, s);
    const HostTensor x = randomTensor(s.type, s.x, 14, -1, 1);
    const HostTensor w = randomTensor(s.type, s.w, 15, -1, 1);
    const int64_t filters = s.w[1] * s.group;
    const HostTensor bias = randomTensor(s.type, {filters}, 16, -1, 1);
    test.inputs = {x, w};
    if (s.hasBias) {
        test.inputs.push_back(bias);
    }
    const size_t rank = s.x.size() - 2;
    const Shape strides = orOnes(s.strides, rank);
    const Shape dilations = orOnes(s.dilations, rank);
    Shape result {s.x[0], filters};
    result.insert(result.end(), out.begin(), out.end());
    std::vector<double> sums(static_cast<size_t>(elementCount(result).value_or(0)));
    Shape taps(s.w.begin() + 1, s.w.end());
    const std::vector<double> values = numbersOf(x);
    const std::vector<double> weights = numbersOf(w);
    const auto filterSize = static_cast<size_t>(elementCount(taps).value_or(0));
    std::vector<int64_t> to(rank + 2);
    // Scatters: every input adds its window to the result.
    forEachPlace(s.x, [&](const std::vector<int64_t>& place) {
        const double value = values[static_cast<size_t>(indexOf(place, s.x))];
        size_t weight = static_cast<size_t>(place[1]) * filterSize;
        to[0] = place[0];
        forEachPlace(taps, [&](const std::vector<int64_t>& tap) {
            to[1] = place[1] / (s.x[1] / s.group) * s.w[1] + tap[0];
            bool inside = true;
            for (size_t i = 0; i < rank; ++i) {
                to[i + 2] = place[i + 2] * strides[i] + tap[i + 1] * dilations[i] - padsBegin[i];
                inside = inside && to[i + 2] >= 0 && to[i + 2] < out[i];
            }
            if (inside) {
                sums[static_cast<size_t>(indexOf(to, result))] += value * weights[weight];
            }
            ++weight;
        });
    });
    HostTensor y = makeHostTensor({s.type, result});
    for (size_t i = 0; i < sums.size(); ++i) {
        const auto channel = static_cast<size_t>(coordinatesOf(static_cast<int64_t>(i), result)[1]);
        setElement(y, i, sums[i] + (s.hasBias ? elementAsDouble(bias, channel) : 0.0));
    }
    test.expected = {y};
    return test;
}

// More taps and channels than the loop rounds llvmpipe makes.
void addLong(CaseList& cases)
{
    for (OperatorCase& test : std::vector {transposedCase({.x = {1, 66000, 1}, .w = {66000, 1, 1}}, {1}, {0}),
             transposedCase(
                 {.x = {1, 40, 2, 2}, .w = {40, 1, 48, 48}, .strides = {2, 3}}, {50, 51}, {0, 0})}) {
        test.absoluteTolerance = 0.05; // the sum of half a million numbers, in fp32
        cases.push_back(std::move(test));
    }
}

// Of a million multiplications and more, which are a product and a sum of its parts.
void addProducts(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        // With a filter that is too large to be tried with few loop rounds.
        cases.push_back(transposedCase(
            {.x = {2, 24, 7, 9}, .w = {24, 54, 4, 4}, .strides = {2, 2}, .pads = {1, 1, 1, 1}, .type = type},
            {14, 18}, {1, 1}));
    }
    cases.push_back(transposedCase({.x = {1, 96, 5, 11},
                                       .w = {96, 17, 3, 5},
                                       .group = 2,
                                       .strides = {1, 3},
                                       .pads = {2, 0, 1, 3},
                                       .outputPadding = {0, 2}},
        {4, 34}, {2, 0}));
    cases.push_back(transposedCase(
        {.x = {3, 16, 101}, .w = {16, 33, 8}, .strides = {4}, .dilations = {3}, .hasBias = false}, {422},
        {0}));
    cases.push_back(transposedCase(
        {.x = {1, 24, 3, 6, 7}, .w = {24, 41, 3, 3, 3}, .strides = {2, 1, 2}}, {7, 8, 15}, {0, 0, 0}));
    cases.push_back(
        transposedCase({.x = {1, 64, 16, 16}, .w = {64, 17, 2, 2}, .strides = {2, 2}}, {32, 32}, {0, 0}));
}

// Few of the taps hit an input, each result others.
void addSparse(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        cases.push_back(transposedCase({.x = {1, 6, 5, 4},
                                           .w = {6, 1, 16, 8},
                                           .group = 6,
                                           .strides = {8, 4},
                                           .pads = {4, 2, 4, 2},
                                           .type = type},
            {40, 16}, {4, 2}));
    }
    cases.push_back(transposedCase(
        {.x = {2, 3, 7, 9}, .w = {3, 2, 5, 4}, .strides = {4, 6}, .dilations = {6, 4}, .pads = {3, 1, 2, 5}},
        {44, 55}, {3, 1}));
    cases.push_back(
        transposedCase({.x = {1, 2, 4}, .w = {2, 2, 2}, .strides = {5}, .outputPadding = {3}}, {20}, {0}));
    cases.push_back(
        transposedCase({.x = {1, 2, 3}, .w = {2, 3, 3}, .dilations = {4}, .pads = {6, 2}}, {3}, {6}));
    cases.push_back(transposedCase({.x = {1, 1, 2, 3, 2},
                                       .w = {1, 1, 5, 3, 4},
                                       .strides = {3, 2, 4},
                                       .dilations = {2, 3, 1},
                                       .pads = {4, 0, 1, 2, 5, 0}},
        {6, 6, 7}, {4, 0, 1}));
}

} // namespace

void addTransposedCases(CaseList& cases)
{
    addSparse(cases);
    cases.push_back(transposedCase({.x = {2, 3, 4, 5}, .w = {3, 4, 3, 3}}, {6, 7}, {0, 0}));
    cases.push_back(transposedCase({.x = {1, 4, 4, 5},
                                       .w = {4, 3, 3, 2},
                                       .group = 2,
                                       .strides = {2, 3},
                                       .pads = {1, 0, 1, 1},
                                       .outputPadding = {1, 0}},
        {8, 13}, {1, 0}));
    cases.push_back(transposedCase(
        {.x = {1, 2, 5}, .w = {2, 3, 4}, .strides = {2}, .dilations = {2}, .hasBias = false}, {15}, {0}));
    cases.push_back(transposedCase(
        {.x = {1, 2, 3, 3}, .w = {2, 2, 3, 3}, .strides = {3, 2}, .outputShape = {10, 8}}, {10, 8}, {0, 0}));
    cases.push_back(transposedCase(
        {.x = {1, 2, 3, 4}, .w = {2, 2, 3, 3}, .strides = {2, 2}, .autoPad = "SAME_UPPER"}, {6, 8}, {0, 0}));
    cases.push_back(transposedCase(
        {.x = {1, 2, 3, 4}, .w = {2, 2, 3, 3}, .strides = {2, 2}, .autoPad = "SAME_LOWER"}, {6, 8}, {1, 1}));
    cases.push_back(transposedCase(
        {.x = {1, 2, 3, 2, 3}, .w = {2, 2, 2, 3, 2}, .strides = {2, 1, 1}}, {6, 4, 4}, {0, 0, 0}));
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        cases.push_back(transposedCase({.x = {2, 3, 4, 5}, .w = {3, 4, 3, 3}, .type = type}, {6, 7}, {0, 0}));
    }
    OperatorCase bad = transposedCase({.x = {1, 3, 4, 5}, .w = {3, 4, 3, 3}}, {6, 7}, {0, 0});
    bad.name = "error: channels";
    bad.inputs[1] = randomTensor(DataType::Float32, {2, 4, 3, 3}, 1);
    bad.expectedError = "do not go together";
    cases.push_back(bad);
    addLong(cases);
    addProducts(cases);
}

} // namespace weightless::ops::conv
