// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"

#include "engine/ops/attentionheads.h"

#include <limits>

namespace weightless::ops::attention {

namespace {

// The kernel for software devices: full and ragged last blocks, one and several work groups, rows of one to
// eight per lane, both layouts of k, every kind of mask.
void addFlashCases(CaseList& cases)
{
    const std::string flash = "flash";
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(attentionCase({{2}, 9, 13, 5, 3, false, {}, flash, type}));
        cases.push_back(attentionCase({{2}, 70, 16, 5, 5, true, {}, flash, type}));
    }
    cases.push_back(attentionCase({{}, 1, 1, 1, 1, false, {}, flash}));
    cases.push_back(attentionCase({{3}, 37, 40, 7, 9, true, {}, flash}));
    cases.push_back(attentionCase({{2, 3}, 17, 7, 4, 3, true, Shape {17, 7}, flash}));
    cases.push_back(attentionCase({{2, 3}, 5, 16, 4, 3, false, Shape {2, 1, 1, 16}, flash}));
    cases.push_back(attentionCase({{2, 3}, 5, 9, 4, 3, false, Shape {3, 5, 1}, flash}));
    cases.push_back(attentionCase({{2, 3, 2}, 5, 9, 4, 3, true, Shape {2, 1, 2, 5, 9}, flash}));
    cases.push_back(attentionCase({{2}, 9, 13, 5, 3, false, Shape {13}, flash, DataType::Float16}));
    // Scores far from zero, all below it or above: nothing may overflow or vanish.
    for (const double shift : {-300.0, 300.0}) {
        OperatorCase shifted = attentionCase({{2}, 9, 13, 5, 3, false, {}, flash});
        shifted.name = "scores near " + std::to_string(shift);
        shifted.inputs.push_back(tensorOf(DataType::Float32, {1}, {shift}));
        cases.push_back(shifted);
    }
    // A row with every key masked is the mean of the values, not NaN.
    OperatorCase masked = attentionCase({{}, 2, 9, 3, 2, false, {}, flash});
    masked.name = "every key masked";
    masked.inputs[0] = tensorOf(DataType::Float32, {2, 3}, {1, 2, 3, -1, -2, -3});
    masked.inputs.push_back(tensorOf(DataType::Float32, {1}, {std::numeric_limits<float>::lowest()}));
    std::vector<double> means;
    for (size_t w = 0; w < 2; ++w) {
        double sum = 0;
        for (size_t j = 0; j < 9; ++j) {
            sum += elementAsDouble(*masked.inputs[2], j * 2 + w);
        }
        means.push_back(sum / 9);
    }
    masked.expected = {tensorOf(DataType::Float32, {2, 2}, {means[0], means[1], means[0], means[1]})};
    cases.push_back(masked);

    // Heads of several groups of 8, full and ragged; few rows, so that they compile fast.
    cases.push_back(attentionCase({{2}, 8, 13, 40, 40, false, {}, flash}));
    cases.push_back(attentionCase({{2}, 7, 16, 40, 40, true, Shape {16}, flash, DataType::Float16}));
    cases.push_back(attentionCase({{2}, 9, 16, 20, 37, false, {}, flash}));

    OperatorCase large = attentionCase({{}, 2, 3, 81, 2, false, {}, flash});
    large.expectedError = "'flash' cannot run";
    cases.push_back(large);
}

// The kernels for graphics cards: rows, keys and columns that fill no tile and several tiles, rows that begin
// at 16 bytes and rows that do not, both layouts of k, every kind of mask.
void addTiledCases(CaseList& cases, const std::string& kernel, DataType type)
{
    const auto add = [&](const Setting& s) { addCase(cases, s, kernel, type); };
    add({{}, 1, 1, 1, 1});
    add({{2}, 9, 13, 5, 3});
    add({{2}, 70, 16, 8, 16, true});
    add({{3}, 37, 130, 7, 9, true});
    add({{2}, 65, 64, 40, 40});
    add({{1}, 33, 72, 64, 80});
    add({{1}, 20, 70, 33, 160, true, Shape {70}});
    if (kernel
        == "tiled") { // matrices of 8 x 8 are so many that the newer software device compiles for minutes
        add({{}, 17, 65, 100, 256});
    }
    add({{2, 3}, 17, 7, 4, 3, true, Shape {17, 7}});
    add({{2, 3}, 5, 67, 4, 3, false, Shape {2, 1, 1, 67}});
    add({{2, 3}, 35, 9, 4, 3, false, Shape {3, 35, 1}});
    add({{2, 3, 2}, 5, 9, 4, 3, true, Shape {2, 1, 2, 5, 9}});
    addMaskedCases(cases, kernel, type);
    OperatorCase wide = attentionCase({{}, 2, 3, 4, 257, false, {}, kernel, type});
    wide.expectedError = "cannot run this attention";
    cases.push_back(wide);
}

// The largest product is the lowest score: the same result from the opposite rows of q.
OperatorCase negativeCase(const Setting& s)
{
    OperatorCase test = attentionCase(s);
    HostTensor& q = *test.inputs[0];
    for (size_t i = 0; i < static_cast<size_t>(elementCount(q.descriptor.shape).value()); ++i) {
        setElement(q, i, -elementAsDouble(q, i));
    }
    test.attributes.set("scale", -0.7f);
    test.name += " negative scale";
    return test;
}

// What tiles on matrix units differ in: heads of whole units and one more or less, halves and more of a
// tile's keys, rows of one tile and of several, rows that begin at 16 bytes and others.
void addUnitCases(CaseList& cases)
{
    const DataType half = DataType::Float16;
    for (const std::string kernel : {"tiledmatrix", "tiledmatrixtight"}) {
        const auto add = [&](const Setting& s) { addCase(cases, s, kernel, half); };
        add({{2}, 40, 33, 16, 24});
        add({{1}, 33, 97, 33, 16, false, Shape {33, 97}});
        add({{1}, 65, 130, 8, 17, true});
        add({.batch = {2, 2},
            .m = 10,
            .n = 80,
            .depth = 8,
            .width = 16,
            .isTransposed = true,
            .causalSteps = 5,
            .lengths = {70, 3},
            .softcap = 2,
            .headsInside = allHeads - headsOfK});
        // Weights stay within what 16 bits hold, and do not, tile after tile.
        for (const double rise : {4.0, 40.0}) {
            add({.batch = {2}, .m = 20, .n = 260, .depth = 16, .width = 24, .rise = rise});
        }
    }
    addMaskedCases(cases, "tiledmatrixtight", half);
    cases.push_back(negativeCase({{1}, 20, 130, 16, 16, false, {}, "tiledmatrix", half}));
    cases.push_back(negativeCase({{1}, 20, 130, 16, 16, false, {}, "tiled", half}));
    // Many accesses ahead, and none.
    addCase(cases, {{1}, 20, 77, 72, 72}, "tiledmatrix", half);
    addCase(cases, {{1}, 3, 40, 8, 160}, "tiledmatrixtight", half);
    OperatorCase deep = attentionCase({{}, 2, 3, 257, 4, false, {}, "tiledmatrix", half});
    deep.expectedError = "cannot run this attention";
    cases.push_back(deep);
}

} // namespace

void addCases(CaseList& cases)
{
    cases.push_back(attentionCase({{}, 5, 7, 4, 3}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, true}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, true, Shape {5, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {2, 1, 5, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {2, 1, 1, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {3, 5, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {2, 3, 5, 7}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {2, 3, 5, 1}}));
    cases.push_back(attentionCase({{2, 3}, 5, 7, 4, 3, false, Shape {1}}));
    // Broadcast along batch dimensions in ways that two strides cannot walk.
    cases.push_back(attentionCase({{2, 3, 2}, 5, 7, 4, 3, true, Shape {2, 1, 2, 5, 7}}));
    cases.push_back(attentionCase({{2, 3, 2}, 5, 7, 4, 3, false, Shape {1, 3, 1, 1, 7}}));
    cases.push_back(attentionCase({{2, 3, 2, 3}, 5, 7, 4, 3, false, Shape {3, 1, 3, 5, 1}}));
    cases.push_back(attentionCase({{0}, 5, 7, 4, 3}));
    for (const std::string kernel : {"wide", "shared"}) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            cases.push_back(attentionCase({{2}, 9, 13, 8, 16, true, {}, kernel, type}));
        }
        cases.push_back(attentionCase({{2}, 9, 13, 8, 16, false, Shape {13}, kernel}));
    }
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(attentionCase({{2, 3}, 1, 70, 64, 64, true, {}, "vector", type}));
        cases.push_back(attentionCase({{3}, 7, 37, 24, 5, false, Shape {37}, "vector", type}));
    }
    cases.push_back(attentionCase({{2}, 9, 13, 8, 16, true, {}, "matrix", DataType::Float16}));
    cases.push_back(attentionCase({{2, 3}, 40, 67, 24, 40, false, Shape {67}, "matrix", DataType::Float16}));
    addFlashCases(cases);
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        addTiledCases(cases, "tiled", type);
    }
    addTiledCases(cases, "tiledmatrix", DataType::Float16);
    addUnitCases(cases);
    addTiledCases(cases, "tiledmatrix", DataType::BFloat16);
    addRowCases(cases);
    addCausalCases(cases);
    addHeadsCases(cases);
    addNanCases(cases);
    addSharedHeadsCases(cases);
    addZeroRowsCases(cases);
    addChoiceCases(cases);
    OperatorCase shapes = attentionCase({{2}, 5, 7, 4, 3});
    shapes.name = "shapes";
    shapes.inputs[1] = randomTensor(DataType::Float32, {2, 7, 5}, 95);
    shapes.expectedError = "do not go together";
    cases.push_back(shapes);
    OperatorCase mask = attentionCase({{2}, 5, 7, 4, 3, false, Shape {5, 7}});
    mask.name = "mask";
    mask.inputs[3] = randomTensor(DataType::Float32, {5, 6}, 96);
    mask.expectedError = "does not broadcast";
    cases.push_back(mask);
}

} // namespace weightless::ops::attention
