// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"
#include "engine/ops/attentionheads.h"

namespace weightless::ops::attention {

namespace {

// Rows outside their heads: of each tensor alone and of all, one batch and several, heads of eights and
// others, masks of heads and of batches, sequences of several lengths.
void addKernelCases(CaseList& cases, const std::string& kernel, DataType type)
{
    const auto add = [&](const Setting& s) { addCase(cases, s, kernel, type); };
    for (const uint32_t tensor : {headsOfQ, headsOfK, headsOfV, headsOfY}) {
        add({.batch = {2, 3}, .m = 9, .n = 13, .depth = 5, .width = 3, .headsInside = tensor});
    }
    add({.batch = {2, 3}, .m = 9, .n = 13, .depth = 8, .width = 16, .headsInside = allHeads});
    add({.batch = {2}, .m = 70, .n = 67, .depth = 12, .width = 4, .headsInside = allHeads});
    add({.batch = {2, 2, 2},
        .m = 4,
        .n = 70,
        .depth = 16,
        .width = 8,
        .isTransposed = true,
        .mask = Shape {2, 2, 1, 1, 70},
        .headsInside = allHeads - headsOfK});
    add({.batch = {2, 3},
        .m = 10,
        .n = 150,
        .depth = 8,
        .width = 20,
        .mask = Shape {3, 1, 150},
        .causalSteps = 5,
        .lengths = {145, 3},
        .headsInside = allHeads});
}

OperatorCase refusedCase(const Setting& setting, int64_t headsInside, const std::string& error)
{
    OperatorCase test = attentionCase(setting);
    test.attributes.set("headsInside", headsInside);
    test.name = "heads inside " + std::to_string(headsInside);
    test.expectedError = error;
    return test;
}

} // namespace

void addHeadsCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const std::string kernel : {"", "wide", "shared", "flash", "tiled", "rows", "rowssplit"}) {
            addKernelCases(cases, kernel, type);
        }
    }
    addKernelCases(cases, "matrix", DataType::Float16);
    addKernelCases(cases, "tiledmatrix", DataType::Float16);
    cases.push_back(
        attentionCase({.batch = {3, 1}, .m = 4, .n = 5, .depth = 8, .width = 8, .headsInside = allHeads}));
    cases.push_back(
        attentionCase({.batch = {2, 0}, .m = 4, .n = 5, .depth = 8, .width = 8, .headsInside = allHeads}));
    cases.push_back(refusedCase({{2}, 5, 7, 4, 3, true}, headsOfK, "headsInside is 2"));
    cases.push_back(refusedCase({{2}, 5, 7, 4, 3}, 16, "headsInside is 16"));
    cases.push_back(refusedCase({{2}, 5, 7, 4, 3}, headsOfV, "do not go together"));
    cases.push_back(refusedCase({{}, 5, 7, 4, 3}, headsOfQ, "do not go together"));
}

} // namespace weightless::ops::attention
