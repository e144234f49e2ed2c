// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"

namespace weightless::ops::attention {

namespace {

// Rows that see the keys up to their own place, and scores that are capped, in one kernel: more rows and keys
// than a tile has and fewer, behind a cache, heads that share keys, sequences of several lengths.
void addKernelCases(CaseList& cases, const std::string& kernel, DataType type)
{
    const auto add = [&](const Setting& s) { addCase(cases, s, kernel, type); };
    add({.batch = {2}, .m = 9, .n = 13, .depth = 8, .width = 3, .causalSteps = 9, .causalBefore = 4});
    add({.batch = {2}, .m = 9, .n = 13, .depth = 8, .width = 3, .softcap = 0.5});
    add({.batch = {2, 2},
        .m = 10,
        .n = 150,
        .depth = 8,
        .width = 3,
        .isTransposed = true,
        .mask = Shape {10, 150},
        .causalSteps = 5,
        .lengths = {145, 3},
        .softcap = 2});
}

// Long enough for several tiles of rows, some of whose keys are left out.
void addTileCases(CaseList& cases, const std::string& kernel, DataType type)
{
    const auto add = [&](const Setting& s) { addCase(cases, s, kernel, type); };
    add({.batch = {2}, .m = 135, .n = 135, .depth = 8, .width = 16, .causalSteps = 135});
    add({.batch = {2}, .m = 66, .n = 200, .depth = 24, .width = 40, .causalSteps = 33, .causalBefore = 70});
    add({.batch = {3}, .m = 70, .n = 70, .depth = 7, .width = 9, .causalSteps = 70, .lengths = {70, 64, 1}});
    add({.batch = {1}, .m = 70, .n = 5, .depth = 8, .width = 8, .causalSteps = 70, .softcap = 1});
}

// A decoder's step: fewer keys than the cache has room for, so that parts of them are seen by no row.
void addStepCases(CaseList& cases, DataType type)
{
    for (const std::string kernel : {"rows", "rowssplit"}) {
        const auto add = [&](const Setting& s) { addCase(cases, s, kernel, type); };
        add({.batch = {2},
            .m = 1,
            .n = 600,
            .depth = 64,
            .width = 64,
            .causalSteps = 1,
            .causalBefore = 140});
        add({.batch = {2, 3},
            .m = 4,
            .n = 300,
            .depth = 40,
            .width = 40,
            .causalSteps = 1,
            .lengths = {290, 7}});
        add({.batch = {2},
            .m = 15,
            .n = 264,
            .depth = 16,
            .width = 20,
            .isTransposed = true,
            .causalSteps = 15,
            .causalBefore = 120,
            .softcap = 0.75});
    }
}

OperatorCase refusedCase(const Setting& setting, const std::string& name, const std::string& error)
{
    OperatorCase test = attentionCase(setting);
    test.name = name;
    test.expectedError = error;
    return test;
}

} // namespace

void addCausalCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const std::string kernel : {"", "shared", "flash", "tiled", "rows", "rowssplit"}) {
            addKernelCases(cases, kernel, type);
        }
        addTileCases(cases, "tiled", type);
        addStepCases(cases, type);
    }
    addKernelCases(cases, "tiledmatrix", DataType::Float16);
    addTileCases(cases, "tiledmatrix", DataType::Float16);
    addTileCases(cases, "", DataType::Float32);
    addTileCases(cases, "flash", DataType::Float32);
    const Setting plain {.batch = {2}, .m = 5, .n = 7, .depth = 4, .width = 3};
    Setting lengths = plain;
    lengths.lengths = {7, 7};
    cases.push_back(refusedCase(lengths, "lengths of what is not causal", "the lengths are int32[2]"));
    lengths.causalSteps = 5;
    lengths.lengths = {7, 7, 7};
    cases.push_back(refusedCase(lengths, "lengths of no part", "each of a part of 2 matrices"));
    OperatorCase negative = refusedCase(plain, "negative softcap", "expected no negative numbers");
    negative.attributes.set("softcap", -1.0f);
    cases.push_back(negative);
}

} // namespace weightless::ops::attention
