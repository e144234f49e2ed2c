// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/convcases.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weightless::ops::conv {

namespace {

void addFused(CaseList& cases)
{
    for (const int64_t group : {1, 4}) {
        for (const std::string kernel : {"plain", "wide", "shared", "imageshared"}) {
            OperatorCase test = convCase({.x = {2, 4, 6, 8},
                .w = {4, 4 / group, 3, 3},
                .group = group,
                .pads = {1, 1, 1, 1},
                .kernel = kernel});
            test.opType = "FusedConv";
            test.domain = "weightless";
            test.name += ", residual, Relu";
            const HostTensor residual = randomTensor(DataType::Float32, {2, 4, 6, 8}, 17);
            test.inputs.push_back(residual);
            test.attributes.set("activation", std::string("Relu"));
            for (size_t i = 0; i < 384; ++i) {
                const double sum = elementAsDouble(test.expected[0], i) + elementAsDouble(residual, i);
                setElement(test.expected[0], i, std::max(sum, 0.0));
            }
            cases.push_back(test);
        }
    }
}

// A bias as a sum has it.
void addBiasShapes(CaseList& cases)
{
    const auto add = [&cases](const Shape& shape, bool isBias) {
        OperatorCase test = convCase({.x = {2, 3, 6, 8}, .w = {4, 3, 1, 1}});
        test.opType = "FusedConv";
        test.domain = "weightless";
        test.name += ", a bias of " + toString(shape);
        test.inputs[2]->descriptor.shape = shape;
        if (!isBias) {
            test.expectedError = "one per filter";
        }
        cases.push_back(test);
    };
    add({4, 1, 1}, true);
    add({1, 4, 1, 1}, true);
    add({4, 1}, false);
    add({4, 1, 1, 1}, false);
    add({1, 1, 4, 1, 1}, false);
}

// The batch normalization's vectors, appended after `residual` or in its absence.
void appendBatchNorm(OperatorCase& test, int64_t filters, DataType type)
{
    test.inputs.resize(4);
    for (const uint32_t seed : {18u, 19u, 20u, 21u}) { // scale, offset, mean, variance
        test.inputs.push_back(
            randomTensor(type, {filters}, seed, seed == 21 ? 0.25 : -1, seed == 21 ? 2 : 1));
    }
    test.attributes.set("epsilon", 0.01f);
}

OperatorCase normalizedCase(
    const Setting& s, DataType normType, bool hasResidual, const std::string& activation)
{
    OperatorCase test = convCase(s);
    test.opType = "FusedConv";
    test.domain = "weightless";
    test.name += ", normalized as " + std::string(toString(normType)) + (hasResidual ? ", residual " : ", ")
        + activation;
    HostTensor& y = test.expected[0];
    const Shape result = y.descriptor.shape;
    const HostTensor residual = randomTensor(s.type, result, 17);
    appendBatchNorm(test, s.w[0], normType);
    if (hasResidual) {
        test.inputs[3] = residual;
    }
    if (!activation.empty()) {
        test.attributes.set("activation", activation);
        test.attributes.set("activation_low", 0.25f); // LeakyRelu's slope
    }
    for (size_t i = 0; i < static_cast<size_t>(elementCount(result).value_or(0)); ++i) {
        const auto filter = static_cast<size_t>(coordinatesOf(static_cast<int64_t>(i), result)[1]);
        const auto of = [&](size_t input) { return elementAsDouble(*test.inputs[input], filter); };
        double value = (elementAsDouble(y, i) - of(6)) * of(4) / std::sqrt(of(7) + 0.01) + of(5);
        value += hasResidual ? elementAsDouble(residual, i) : 0;
        value = activation == "Relu"                 ? std::max(value, 0.0)
            : activation == "HardSwish"              ? value * std::clamp(value / 6 + 0.5, 0.0, 1.0)
            : activation == "Gelu"                   ? value / 2 * (1 + std::erf(value / std::numbers::sqrt2))
            : activation == "LeakyRelu" && value < 0 ? value * 0.25
                                                     : value;
        setElement(y, i, value);
    }
    return test;
}

// Odd sizes, pixels and filters that fill no tile, groups, several images; every kernel.
void addNormalized(CaseList& cases)
{
    const DataType f32 = DataType::Float32;
    // The transformed result with everything that may follow, stored in groups and one by one.
    for (const int64_t width : {8, 11}) {
        for (const DataType type : {f32, DataType::Float16}) {
            for (const std::string kernel : {"winograd2", "winograd4"}) {
                const Setting s {.x = {2, 4, 5, width},
                    .w = {6, 4, 3, 3},
                    .pads = {1, 1, 1, 1},
                    .kernel = kernel,
                    .type = type};
                cases.push_back(normalizedCase(s, type, true, "Relu"));
                cases.push_back(normalizedCase(s, f32, false, "LeakyRelu"));
            }
        }
    }
    // In all kernels: several taps and none, depthwise, of a tile's size and not.
    for (const std::string activation : {"HardSwish", "Gelu"}) {
        for (const std::string kernel : {"plain", "wide", "narrow", "shared", "imageshared", "winograd"}) {
            cases.push_back(normalizedCase(
                {.x = {1, 4, 5, 11}, .w = {6, 4, 3, 3}, .pads = {1, 1, 1, 1}, .kernel = kernel}, f32, true,
                activation));
        }
        cases.push_back(
            normalizedCase({.x = {2, 5, 9, 19}, .w = {5, 1, 3, 3}, .group = 5, .pads = {1, 1, 1, 1}}, f32,
                true, activation));
    }
    for (const std::string kernel :
        {"plain", "wide", "wide16", "narrow", "shared", "imageshared", "imagesharedsplit"}) {
        const Setting odd {
            .x = {2, 6, 9, 11}, .w = {10, 3, 3, 3}, .group = 2, .pads = {1, 1, 1, 1}, .kernel = kernel};
        cases.push_back(normalizedCase(odd, f32, true, "Relu"));
        cases.push_back(
            normalizedCase({.x = {2, 5, 4, 6}, .w = {19, 5, 1, 1}, .hasBias = false, .kernel = kernel}, f32,
                false, "LeakyRelu"));
    }
    // Rows of results that begin anywhere, a factor and a sum for each.
    for (const DataType type : {f32, DataType::Float16, DataType::BFloat16}) {
        const Setting odd {.x = {2, 5, 7, 7}, .w = {70, 5, 1, 1}, .kernel = "wide", .type = type};
        cases.push_back(normalizedCase(odd, type, true, "Relu"));
        cases.push_back(normalizedCase(
            {.x = {1, 5, 5, 5}, .w = {37, 5, 1, 1}, .hasBias = false, .kernel = "wide", .type = type}, type,
            false, "HardSwish"));
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
        const Setting setting {
            .x = {1, 3, 9, 8}, .w = {5, 3, 3, 3}, .strides = {2, 2}, .kernel = "wide", .type = type};
        cases.push_back(normalizedCase(setting, type, true, "Relu"));
        cases.push_back(normalizedCase(setting, f32, false, ""));
    }
    for (const std::string kernel : {"matrix", "imagematrix", "imagegroup32"}) {
        const Setting matrix {.x = {2, 6, 9, 11},
            .w = {10, 3, 3, 3},
            .group = 2,
            .pads = {1, 1, 1, 1},
            .kernel = kernel,
            .type = DataType::Float16};
        cases.push_back(normalizedCase(matrix, DataType::Float16, true, "Relu"));
        cases.push_back(normalizedCase(matrix, f32, false, "LeakyRelu"));
    }
    cases.push_back(normalizedCase({.x = {1, 64, 7, 7}, .w = {350, 64, 1, 1}}, f32, true, "Relu"));
    // One pixel: factors of rows become those of columns.
    for (const DataType type : {f32, DataType::Float16}) {
        const Setting column {.x = {2, 70, 1, 1}, .w = {37, 70, 1, 1}, .kernel = "vector", .type = type};
        cases.push_back(normalizedCase(column, type, true, "Relu"));
        cases.push_back(normalizedCase(column, type, false, "HardSwish"));
    }
    // Deep for a device that makes few loop rounds.
    cases.push_back(normalizedCase({.x = {1, 450, 3, 2}, .w = {3, 450, 1, 1}}, f32, true, "LeakyRelu"));
    for (const std::string kernel : {"", "plain", "columns"}) {
        cases.push_back(normalizedCase(
            {.x = {2, 5, 9, 19}, .w = {5, 1, 3, 3}, .group = 5, .pads = {1, 1, 1, 1}, .kernel = kernel}, f32,
            true, "Relu"));
        cases.push_back(normalizedCase(
            {.x = {1, 3, 7, 16}, .w = {6, 1, 3, 3}, .group = 3, .hasBias = false, .kernel = kernel}, f32,
            false, ""));
    }
    OperatorCase bad = normalizedCase({.x = {1, 3, 7, 7}, .w = {4, 3, 3, 3}}, f32, false, "");
    bad.name = "error: batch normalization of other channels";
    bad.inputs[6] = randomTensor(f32, {5}, 1);
    bad.expectedError = "the batch normalization has float32[5]";
    cases.push_back(bad);
}

// What a learned scale and offset behind a convolution, or behind its normalization, are.
void scaleResult(OperatorCase& test)
{
    test.name += ", times and plus";
    test.attributes.set("times", 1.5f);
    test.attributes.set("plus", -0.25f);
    HostTensor& y = test.expected[0];
    for (size_t i = 0; i < static_cast<size_t>(elementCount(y.descriptor.shape).value_or(0)); ++i) {
        setElement(y, i, elementAsDouble(y, i) * 1.5 - 0.25);
    }
}

void addScaled(CaseList& cases)
{
    for (const int64_t group : {1, 4}) {
        for (const std::string kernel : {"", "plain", "wide", "narrow", "shared", "imageshared"}) {
            for (const bool hasBias : {false, true}) {
                OperatorCase test = convCase({.x = {2, 4, 6, 8},
                    .w = {4, 4 / group, 3, 3},
                    .group = group,
                    .pads = {1, 1, 1, 1},
                    .hasBias = hasBias,
                    .kernel = kernel});
                test.opType = "FusedConv";
                test.domain = "weightless";
                scaleResult(test);
                cases.push_back(test);
            }
        }
    }
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        OperatorCase test =
            normalizedCase({.x = {2, 3, 9, 7}, .w = {5, 3, 3, 3}, .type = type}, type, false, "");
        scaleResult(test);
        cases.push_back(test);
    }
}

// A slope per filter for what is below zero, alone or behind a normalization and a residual.
OperatorCase slopedCase(const Setting& s, bool isNormalized, const Shape& slopeShape)
{
    OperatorCase test = isNormalized ? normalizedCase(s, DataType::Float32, true, "") : convCase(s);
    test.opType = "FusedConv";
    test.domain = "weightless";
    test.name += ", slopes " + toString(slopeShape);
    const HostTensor slopes = randomTensor(s.type, slopeShape, 23);
    test.inputs.resize(10);
    test.inputs[9] = slopes;
    test.attributes.set("activation", std::string("LeakyRelu"));
    HostTensor& y = test.expected[0];
    const Shape result = y.descriptor.shape;
    for (size_t i = 0; i < static_cast<size_t>(elementCount(result).value_or(0)); ++i) {
        const auto filter = static_cast<size_t>(coordinatesOf(static_cast<int64_t>(i), result)[1]);
        const double value = elementAsDouble(y, i);
        setElement(y, i, value < 0 ? value * elementAsDouble(slopes, filter) : value);
    }
    return test;
}

// Every kernel that ends a convolution.
void addSloped(CaseList& cases)
{
    for (const std::string kernel :
        {"plain", "wide", "wide16", "narrow", "shared", "sharedsplit", "imageshared", "imagesharedsplit"}) {
        const Setting grouped {
            .x = {2, 6, 9, 11}, .w = {10, 3, 3, 3}, .group = 2, .pads = {1, 1, 1, 1}, .kernel = kernel};
        cases.push_back(slopedCase(grouped, false, {10, 1, 1}));
        cases.push_back(slopedCase(grouped, true, {1, 10, 1, 1}));
        cases.push_back(slopedCase(
            {.x = {2, 5, 4, 6}, .w = {19, 5, 1, 1}, .hasBias = false, .kernel = kernel}, false, {19}));
    }
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const std::string kernel : {"", "wide", "narrow", "winograd2", "winograd4"}) {
            cases.push_back(slopedCase(
                {.x = {2, 4, 5, 11}, .w = {6, 4, 3, 3}, .pads = {1, 1, 1, 1}, .kernel = kernel, .type = type},
                true, {6, 1, 1}));
        }
        for (const std::string kernel : {"", "plain", "columns"}) {
            cases.push_back(slopedCase({.x = {2, 5, 9, 19},
                                           .w = {5, 1, 3, 3},
                                           .group = 5,
                                           .pads = {1, 1, 1, 1},
                                           .kernel = kernel,
                                           .type = type},
                true, {5, 1, 1}));
        }
    }
    for (const std::string kernel : {"matrix", "imagematrix", "imagegroup32"}) {
        cases.push_back(slopedCase({.x = {2, 6, 9, 16},
                                       .w = {10, 3, 3, 3},
                                       .group = 2,
                                       .pads = {1, 1, 1, 1},
                                       .kernel = kernel,
                                       .type = DataType::Float16},
            true, {10, 1, 1}));
    }
    cases.push_back(slopedCase({.x = {1, 3, 7}, .w = {4, 3, 3}}, false, {4, 1}));
    cases.push_back(slopedCase({.x = {1, 2, 4, 3, 5}, .w = {3, 2, 2, 2, 2}}, false, {3, 1, 1, 1}));
    cases.push_back(
        slopedCase({.x = {1, 3, 7, 7}, .w = {4, 3, 3, 3}, .type = DataType::Float64}, false, {4, 1, 1}));
    cases.push_back(slopedCase({.x = {0, 3, 7, 7}, .w = {4, 3, 3, 3}}, false, {4, 1, 1}));
    // Deep for a device that makes few loop rounds.
    cases.push_back(slopedCase({.x = {1, 450, 3, 2}, .w = {3, 450, 1, 1}}, true, {3, 1, 1}));
    OperatorCase bad = slopedCase({.x = {1, 3, 7, 7}, .w = {4, 3, 3, 3}}, false, {4, 1, 1});
    bad.name = "error: slopes of other channels";
    bad.inputs[9] = randomTensor(DataType::Float32, {5, 1, 1}, 1);
    bad.expectedError = "the slopes are float32[5, 1, 1]";
    cases.push_back(bad);
    bad = slopedCase({.x = {1, 3, 7, 7}, .w = {4, 3, 3, 3}}, false, {4, 1, 1});
    bad.name = "error: slopes for a Relu";
    bad.attributes.set("activation", std::string("Relu"));
    bad.expectedError = "slopes without a LeakyRelu";
    cases.push_back(bad);
}

// Of a window that is the whole input: what follows a filter follows a column of the product.
void addWholeFused(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        for (const int64_t images : {1, 3}) {
            const Setting s {.x = {images, 4, 5, 6}, .w = {9, 4, 5, 6}, .type = type};
            cases.push_back(normalizedCase(s, type, true, "Relu"));
            cases.push_back(normalizedCase(s, DataType::Float32, false, "LeakyRelu"));
            cases.push_back(slopedCase(s, true, {9, 1, 1}));
        }
    }
}

} // namespace

void addFusedCases(CaseList& cases)
{
    addWholeFused(cases);
    addSloped(cases);
    addFused(cases);
    addBiasShapes(cases);
    addScaled(cases);
    addNormalized(cases);
}

} // namespace weightless::ops::conv
