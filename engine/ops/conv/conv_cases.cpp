// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/convcases.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace weightless::ops::conv {

Shape orOnes(const Shape& values, size_t count, int64_t value)
{
    return values.empty() ? Shape(count, value) : values;
}

void describe(OperatorCase& test, const Setting& s)
{
    const auto setIfGiven = [&](const char* name, const Shape& values) {
        if (!values.empty()) {
            test.attributes.set(name, values);
            test.name += std::string(", ") + name + "=" + toString(values);
        }
    };
    test.name =
        toString(TensorDescriptor {s.type, s.x}) + " filter " + toString(s.w) + " " + s.kernel + s.autoPad;
    if (s.isBlocked) {
        test.attributes.set("weightless.blocked", int64_t {1});
        test.name += ", blocked";
    }
    setIfGiven("strides", s.strides);
    setIfGiven("dilations", s.dilations);
    setIfGiven("pads", s.pads);
    setIfGiven("output_padding", s.outputPadding);
    setIfGiven("output_shape", s.outputShape);
    if (s.group != 1) {
        test.attributes.set("group", s.group);
        test.name += ", group=" + std::to_string(s.group);
    }
    if (!s.autoPad.empty()) {
        test.attributes.set("auto_pad", s.autoPad);
    }
    if (!s.kernel.empty()) {
        test.attributes.set("weightless.kernel", s.kernel);
    }
    const double tolerance = s.type == DataType::BFloat16 ? 2e-2 : s.type == DataType::Float16 ? 5e-3 : 1e-4;
    test.relativeTolerance = tolerance;
    test.absoluteTolerance = tolerance;
}

void forEachPlace(const Shape& shape, const std::function<void(const std::vector<int64_t>&)>& visit)
{
    const int64_t count = elementCount(shape).value_or(0);
    std::vector<int64_t> place(shape.size());
    for (int64_t i = 0; i < count; ++i) {
        visit(place);
        for (size_t d = shape.size(); d-- > 0 && ++place[d] == shape[d];) {
            place[d] = 0;
        }
    }
}

namespace {

// Pads at the beginning and result sizes, by the formulas of the documentation.
void paddedSizes(const Setting& s, Shape& padsBegin, Shape& out)
{
    const size_t rank = s.x.size() - 2;
    const Shape strides = orOnes(s.strides, rank);
    const Shape dilations = orOnes(s.dilations, rank);
    const Shape pads = orOnes(s.pads, 2 * rank, 0);
    for (size_t i = 0; i < rank; ++i) {
        const int64_t span = dilations[i] * (s.w[i + 2] - 1) + 1;
        if (s.autoPad.starts_with("SAME")) {
            out.push_back(static_cast<int64_t>(
                std::ceil(static_cast<double>(s.x[i + 2]) / static_cast<double>(strides[i]))));
            const int64_t total = std::max<int64_t>((out[i] - 1) * strides[i] + span - s.x[i + 2], 0);
            padsBegin.push_back(s.autoPad == "SAME_LOWER" ? (total + 1) / 2 : total / 2);
        } else {
            const bool padded = s.autoPad.empty();
            padsBegin.push_back(padded ? pads[i] : 0);
            const int64_t whole = s.x[i + 2] + (padded ? pads[i] + pads[i + rank] : 0);
            out.push_back((whole - span) / strides[i] + 1);
        }
    }
}

} // namespace

HostTensor inBlocks(const HostTensor& w)
{
    constexpr int64_t channels = 64;
    const int64_t taps =
        elementCount(Shape(w.descriptor.shape.begin() + 2, w.descriptor.shape.end())).value();
    HostTensor blocked = makeHostTensor(w.descriptor);
    for (int64_t i = 0; i < elementCount(w.descriptor.shape).value(); ++i) {
        const int64_t channel = i / taps % channels;
        const int64_t at = i / (channels * taps) * channels * taps + i % taps * channels + channel;
        setElement(blocked, static_cast<size_t>(at), elementAsDouble(w, static_cast<size_t>(i)));
    }
    return blocked;
}

OperatorCase convCase(const Setting& s)
{
    OperatorCase test;
    test.opType = "Conv";
    describe(test, s);
    const HostTensor x = randomTensor(s.type, s.x, 11, -1, 1);
    const HostTensor w = randomTensor(s.type, s.w, 12, -1, 1);
    const HostTensor bias = randomTensor(s.type, {s.w[0]}, 13, -1, 1);
    test.inputs = {x, s.isBlocked ? inBlocks(w) : w};
    if (s.hasBias) {
        test.inputs.push_back(bias);
    }
    const size_t rank = s.x.size() - 2;
    const Shape strides = orOnes(s.strides, rank);
    const Shape dilations = orOnes(s.dilations, rank);
    Shape padsBegin;
    Shape out;
    paddedSizes(s, padsBegin, out);
    Shape result {s.x[0], s.w[0]};
    result.insert(result.end(), out.begin(), out.end());
    HostTensor y = makeHostTensor({s.type, result});
    const Shape taps(s.w.begin() + 1, s.w.end());
    const std::vector<double> values = numbersOf(x);
    const std::vector<double> weights = numbersOf(w);
    const auto filterSize = static_cast<size_t>(elementCount(taps).value_or(0));
    std::vector<int64_t> from(rank + 2);
    forEachPlace(result, [&](const std::vector<int64_t>& place) {
        double sum = s.hasBias ? elementAsDouble(bias, static_cast<size_t>(place[1])) : 0.0;
        size_t weight = static_cast<size_t>(place[1]) * filterSize;
        from[0] = place[0];
        forEachPlace(taps, [&](const std::vector<int64_t>& tap) {
            from[1] = place[1] / (s.w[0] / s.group) * s.w[1] + tap[0];
            bool inside = true;
            for (size_t i = 0; i < rank; ++i) {
                from[i + 2] = place[i + 2] * strides[i] + tap[i + 1] * dilations[i] - padsBegin[i];
                inside = inside && from[i + 2] >= 0 && from[i + 2] < s.x[i + 2];
            }
            if (inside) {
                sum += values[static_cast<size_t>(indexOf(from, s.x))] * weights[weight];
            }
            ++weight;
        });
        setElement(y, static_cast<size_t>(indexOf(place, result)), sum);
    });
    test.expected = {y};
    return test;
}

namespace {

void addSettings(CaseList& cases)
{
    const std::vector<Setting> settings {
        {.x = {2, 3, 11}, .w = {5, 3, 3}},
        {.x = {1, 4, 13}, .w = {6, 2, 3}, .group = 2, .strides = {2}, .pads = {2, 1}},
        {.x = {1, 3, 7, 9}, .w = {4, 3, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {2, 3, 8, 8}, .w = {4, 3, 1, 1}, .hasBias = false},
        {.x = {2, 4, 7, 7}, .w = {6, 4, 1, 1}},
        {.x = {1, 4, 7, 7}, .w = {6, 4, 1, 1}, .strides = {2, 2}},
        {.x = {1, 3, 15, 17}, .w = {4, 3, 7, 7}, .strides = {2, 2}, .pads = {3, 3, 3, 3}},
        {.x = {1, 3, 12, 10},
            .w = {4, 3, 3, 2},
            .strides = {1, 3},
            .dilations = {2, 2},
            .pads = {2, 0, 1, 3}},
        {.x = {1, 4, 9, 8}, .w = {8, 2, 3, 3}, .group = 2, .strides = {2, 1}, .pads = {1, 1, 1, 1}},
        {.x = {2, 2, 4, 5, 6}, .w = {3, 2, 2, 3, 3}, .pads = {0, 1, 1, 1, 1, 1}},
        {.x = {1, 2, 5, 5, 5}, .w = {2, 1, 3, 3, 3}, .group = 2, .strides = {2, 1, 2}},
        {.x = {1, 3, 8, 9}, .w = {2, 3, 3, 4}, .strides = {2, 2}, .autoPad = "SAME_UPPER"},
        {.x = {1, 3, 8, 9}, .w = {2, 3, 4, 3}, .strides = {2, 3}, .autoPad = "SAME_LOWER"},
        {.x = {1, 3, 8, 9}, .w = {2, 3, 3, 3}, .autoPad = "VALID"},
        // Pads below zero at the end leave elements out.
        {.x = {2, 4, 7, 9}, .w = {6, 4, 1, 1}, .pads = {0, 0, -1, -2}},
        {.x = {2, 8, 9, 8}, .w = {8, 1, 3, 3}, .group = 8, .pads = {1, 1, -2, -1}},
        {.x = {1, 3, 4, 5, 6}, .w = {4, 3, 1, 1, 1}, .pads = {0, 0, 0, -1, 0, -3}},
    };
    for (const std::string kernel : {"", "plain", "wide", "shared", "imageshared"}) {
        for (Setting s : settings) {
            s.kernel = kernel;
            cases.push_back(convCase(s));
        }
    }
    // Rows of results that are multiples of four and eight, which the wide kernel writes so many at once.
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const int64_t width : {12, 20, 24}) {
            cases.push_back(convCase({.x = {2, 6, 5, width},
                .w = {22, 3, 3, 3},
                .group = 2,
                .pads = {1, 1, 1, 1},
                .kernel = "wide",
                .type = type}));
        }
    }
    for (Setting s : {settings[2], settings[6]}) {
        for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
            for (const std::string kernel : {"wide", "shared", "imageshared"}) {
                s.type = type;
                s.kernel = kernel;
                cases.push_back(convCase(s));
            }
        }
    }
    for (Setting s : settings) {
        s.type = DataType::Float16;
        for (const std::string kernel : {"matrix", "imagematrix"}) {
            s.kernel = kernel;
            cases.push_back(convCase(s));
        }
    }
    for (const std::string kernel : {"matrix64", "matrix128", "imagematrix64", "imagematrix128"}) {
        cases.push_back(convCase({.x = {1, 24, 13, 11},
            .w = {37, 24, 3, 3},
            .pads = {1, 1, 1, 1},
            .kernel = kernel,
            .type = DataType::Float16}));
    }
    // The pixels of a 1 x 1 convolution, which are a matrix, for a few filters; groups that begin anywhere.
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (Setting s :
            {settings[3], settings[4], Setting {.x = {1, 6, 7, 9}, .w = {4, 3, 1, 1}, .group = 2}}) {
            s.type = type;
            s.kernel = "vector";
            cases.push_back(convCase(s));
        }
    }
    // One pixel, a column: the filters are read as its transpose's rows, but for groups' biases.
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        for (const Setting& s : {Setting {.x = {1, 67, 1, 1}, .w = {90, 67, 1, 1}},
                 Setting {.x = {3, 64, 1, 1}, .w = {33, 64, 1, 1}, .hasBias = false},
                 Setting {.x = {1, 66, 1, 1}, .w = {36, 33, 1, 1}, .group = 2}}) {
            Setting column = s;
            column.type = type;
            column.kernel = "vector";
            cases.push_back(convCase(column));
        }
    }
    // Large enough for the automatic choice to take tiles, with rows and pixels that fill no tile.
    cases.push_back(convCase({.x = {1, 24, 13, 11}, .w = {37, 24, 3, 3}, .pads = {1, 1, 1, 1}}));
    cases.push_back(convCase({.x = {1, 64, 7, 7}, .w = {350, 64, 1, 1}}));
    cases.push_back(convCase({.x = {0, 3, 7, 7}, .w = {4, 3, 3, 3}}));
    // Rows longer than what one lane of the patches makes, and not a multiple of it.
    for (const int64_t stride : {1, 2}) {
        cases.push_back(convCase({.x = {1, 2, 5, 150},
            .w = {3, 2, 3, 3},
            .strides = {stride, stride},
            .pads = {1, 1, 1, 1},
            .kernel = "wide"}));
    }
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(convCase({.x = {1, 2, 7, 401},
            .w = {3, 2, 3, 5},
            .strides = {2, 5},
            .dilations = {1, 2},
            .pads = {1, 3, 1, 4},
            .kernel = "wide",
            .type = type}));
    }
}

// A window that is the whole input, of one image and of several; not of one pixel more, nor of groups.
void addWhole(CaseList& cases)
{
    for (const DataType type :
        {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        cases.push_back(convCase({.x = {1, 5, 7, 6}, .w = {18, 5, 7, 6}, .type = type}));
        cases.push_back(convCase(
            {.x = {3, 5, 4, 4}, .w = {18, 5, 4, 4}, .strides = {2, 3}, .hasBias = false, .type = type}));
    }
    cases.push_back(convCase({.x = {2, 9, 11}, .w = {1, 9, 11}}));
    cases.push_back(convCase({.x = {2, 3, 2, 5, 4}, .w = {7, 3, 2, 5, 4}}));
    cases.push_back(convCase({.x = {2, 6, 5, 5}, .w = {4, 3, 5, 5}, .group = 2}));
    cases.push_back(convCase({.x = {2, 3, 5, 5}, .w = {4, 3, 5, 5}, .pads = {0, 0, 0, 1}}));
    cases.push_back(convCase({.x = {2, 3, 5, 6}, .w = {4, 3, 5, 5}}));
}

// F(2x2, 3x3) and F(4x4, 3x3): tiles that reach past the picture, odd sizes, channels that fill no group of
// 8, several images.
void addWinograd(CaseList& cases)
{
    const std::vector<Setting> settings {
        {.x = {1, 3, 7, 7}, .w = {4, 3, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {2, 9, 5, 19}, .w = {3, 9, 3, 3}, .pads = {0, 2, 1, 1}, .hasBias = false},
        {.x = {1, 8, 10, 16}, .w = {5, 8, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {1, 2, 3, 3}, .w = {2, 2, 3, 3}},
        {.x = {1, 2, 3, 40}, .w = {2, 2, 3, 3}, .pads = {2, 2, 2, 2}},
        {.x = {2, 5, 18, 21}, .w = {3, 5, 3, 3}, .pads = {1, 1, 0, 1}},
    };
    for (Setting s : settings) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            s.type = type;
            for (const std::string kernel : {"winograd2", "winograd4"}) {
                s.kernel = kernel;
                cases.push_back(convCase(s));
            }
        }
    }
    // The automatic choice, through the tiled product.
    cases.push_back(convCase({.x = {2, 33, 13, 9}, .w = {40, 33, 3, 3}, .pads = {1, 1, 1, 1}}));
    OperatorCase stride =
        convCase({.x = {1, 3, 7, 7}, .w = {4, 3, 3, 3}, .strides = {2, 2}, .kernel = "winograd"});
    stride.name = "error: winograd with a stride";
    stride.expectedError = "'winograd' cannot run";
    cases.push_back(stride);
}

void addErrors(CaseList& cases)
{
    const auto broken = [&](const Setting& s, const std::string& error,
                            const std::function<void(OperatorCase&)>& damage) {
        OperatorCase test = convCase(s);
        damage(test);
        test.name = "error: " + error;
        test.expectedError = error;
        cases.push_back(test);
    };
    const Setting plain {.x = {1, 3, 7, 7}, .w = {4, 3, 3, 3}};
    broken(plain, "do not go together", [](OperatorCase& t) {
        t.inputs[0] = randomTensor(DataType::Float32, {1, 5, 7, 7}, 1);
    });
    broken(plain, "one per filter",
        [](OperatorCase& t) { t.inputs[2] = randomTensor(DataType::Float32, {3}, 1); });
    broken(plain, "'strides'", [](OperatorCase& t) { t.attributes.set("strides", Shape {0, 1}); });
    broken(plain, "'pads'", [](OperatorCase& t) { t.attributes.set("pads", Shape {1, 1}); });
    broken(plain, "'kernel_shape'", [](OperatorCase& t) { t.attributes.set("kernel_shape", Shape {3, 4}); });
    broken(plain, "'auto_pad'", [](OperatorCase& t) { t.attributes.set("auto_pad", std::string("SAME")); });
    broken(plain, "the window spans", [](OperatorCase& t) {
        t.inputs[0] = randomTensor(DataType::Float32, {1, 3, 2, 7}, 1);
    });
}

// More taps and channels than the loop rounds llvmpipe makes, eight or sixteen to a round where need be.
void addDeep(CaseList& cases)
{
    std::vector<OperatorCase> deep;
    deep.push_back(convCase({.x = {1, 4200, 128}, .w = {1, 4200, 128}}));
    deep.push_back(convCase({.x = {1, 2, 256, 257}, .w = {2, 1, 256, 257}, .group = 2}));
    for (OperatorCase& test : deep) {
        test.absoluteTolerance = 0.05; // the sum of half a million numbers, in fp32
        cases.push_back(std::move(test));
    }
}

} // namespace

void addCases(CaseList& cases)
{
    addSettings(cases);
    addImageCases(cases);
    addBlockedCases(cases);
    addDepthwiseCases(cases);
    addNarrowCases(cases);
    addWhole(cases);
    addWinograd(cases);
    addFusedCases(cases);
    addErrors(cases);
    addTransposedCases(cases);
    addDeep(cases);
}

} // namespace weightless::ops::conv
