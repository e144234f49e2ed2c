// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"

namespace weightless::ops::attention {

namespace {

// Heads of one group of eight elements to many, which begin at 16 bytes or do not, with keys in one part.
void addWholeCases(CaseList& cases, DataType type)
{
    const auto rows = [&](const Setting& setting) { addCase(cases, setting, "rows", type); };
    rows({{}, 1, 1, 1, 1});
    rows({{2}, 1, 13, 5, 3});
    rows({{3}, 1, 31, 40, 40});
    rows({{2}, 1, 64, 64, 64, true});
    rows({{2}, 1, 200, 64, 80});
    rows({{2}, 3, 67, 80, 80, false, Shape {67}});
    rows({{1}, 1, 257, 128, 128});
    rows({{1}, 2, 129, 160, 160, true});
    rows({{1}, 1, 70, 256, 256});
    rows({{1}, 8, 130, 256, 257}); // as much shared memory as any; a result wider than tiles have
    rows({{2}, 15, 33, 33, 20, true, Shape {2, 15, 33}});
    rows({{2}, 9, 136, 8, 16, true, Shape {9, 1}});
    rows({{2, 2}, 4, 20, 16, 1024}); // a column of eight for each invocation
}

// Keys in several parts, of one tile and of several, the last of a single key.
void addSplitCases(CaseList& cases, DataType type)
{
    const auto split = [&](const Setting& setting) { addCase(cases, setting, "rowssplit", type); };
    split({{2}, 1, 100, 16, 16}); // a single part after all
    split({{2}, 1, 129, 64, 64});
    split({{2}, 1, 400, 40, 40, true, Shape {400}});
    split({{1}, 5, 385, 80, 128});
    split({{2, 2}, 4, 300, 128, 128, false, Shape {2, 1, 4, 300}}); // heads that share keys
    split({{2}, 15, 260, 20, 257, false, Shape {15, 260}});
    split({{}, 1, 128 * 65 + 3, 8, 8}); // parts of two tiles: more than 64 are none
}

void addTransposedCases(CaseList& cases, DataType type)
{
    for (const int64_t keys : {8, 72, 136, 264}) { // rows of k begin at 16 bytes, and the last tile is short
        addCase(cases, {{2}, 2, keys, 20, 24, true}, "rows", type);
    }
    addCase(cases, {{2}, 3, 264, 64, 64, true, Shape {2, 1, 264}}, "rowssplit", type);
}

// Masks of every kind of broadcast.
void addMaskKindCases(CaseList& cases)
{
    const auto masked = [&](const Setting& setting) {
        addCase(cases, setting, "rowssplit", DataType::Float32);
    };
    masked({{2, 3}, 7, 140, 4, 3, true, Shape {7, 140}});
    masked({{2, 3}, 5, 140, 4, 3, false, Shape {2, 1, 1, 140}});
    masked({{2, 3}, 5, 140, 4, 3, false, Shape {3, 5, 1}});
    masked({{2, 3, 2}, 5, 140, 4, 3, true, Shape {2, 1, 2, 5, 140}});
}

// Every key of a part masked, and of the others none: it weighs nothing.
OperatorCase maskedPartCase(DataType type)
{
    const int64_t keys = 300;
    OperatorCase test = attentionCase({{}, 1, keys, 3, 2, false, Shape {keys}, "rowssplit", type});
    test.name = "parts masked, " + toString(type);
    std::vector<double> mask(static_cast<size_t>(keys), -30000);
    mask[200] = 1;
    test.inputs[3] = tensorOf(type, {keys}, mask);
    test.expected = {tensorOf(
        type, {1, 2}, {elementAsDouble(*test.inputs[2], 400), elementAsDouble(*test.inputs[2], 401)})};
    return test;
}

OperatorCase refusedCase(const Setting& setting, const std::string& name)
{
    OperatorCase test = attentionCase(setting);
    test.name = name;
    test.expectedError = "cannot run this attention";
    return test;
}

} // namespace

void addRowCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        addWholeCases(cases, type);
        addSplitCases(cases, type);
        addTransposedCases(cases, type);
        addMaskedCases(cases, "rows", type);
        cases.push_back(maskedPartCase(type));
    }
    addMaskKindCases(cases);
    cases.push_back(attentionCase({{0}, 1, 7, 4, 3, false, {}, "rows"}));
    cases.push_back(attentionCase({{2}, 1, 7, 4, 0, false, {}, "rowssplit"}));
    cases.push_back(refusedCase({{}, 1, 3, 0, 2, false, {}, "rows"}, "rows of no elements"));
    cases.push_back(refusedCase({{}, 1, 3, 4, 1025, false, {}, "rowssplit"}, "rows, a result too wide"));
    cases.push_back(refusedCase({{}, 1, 3, 65536, 2, false, {}, "rows"}, "rows, heads too large"));
}

} // namespace weightless::ops::attention
