// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"
#include "engine/ops/attentionheads.h"

namespace weightless::ops::attention {

namespace {

// Heads of one row each that share keys and values are, in memory, rows of one matrix: `setting` is that of
// the matrices.
OperatorCase sharedCase(const Setting& setting, const std::optional<Shape>& mask = {})
{
    OperatorCase test = attentionCase(setting);
    const size_t heads = setting.batch.size() - 1;
    const bool areInside = (setting.headsInside & headsOfK) != 0;
    const auto split = [&](HostTensor& tensor, int64_t columns) {
        Shape shape = setting.batch;
        shape[heads] *= setting.m;
        shape.insert(areInside ? shape.end() - 1 : shape.end(), 1);
        shape.push_back(columns);
        tensor.descriptor.shape = shape;
    };
    split(*test.inputs[0], setting.depth);
    split(test.expected[0], setting.width);
    if (areInside) {
        test.attributes.set("headsInside", int64_t {allHeads});
    }
    if (mask) {
        test.inputs[3]->descriptor.shape = *mask;
    }
    test.name += " of heads that share them";
    return test;
}

void addKernelCases(CaseList& cases, const std::string& kernel, DataType type)
{
    const auto add = [&](Setting s, const std::optional<Shape>& mask = {}) {
        s.kernel = kernel;
        s.type = type;
        cases.push_back(sharedCase(s, mask));
    };
    const Setting plain {.batch = {2, 3}, .m = 4, .n = 70, .depth = 8, .width = 5};
    add(plain);
    Setting masked = plain;
    masked.mask = Shape {2, 1, 1, 70};
    add(masked);
    masked.mask = Shape {2, 3, 4, 70};
    add(masked, Shape {2, 12, 1, 70});
    masked.mask = Shape {3, 4, 1};
    add(masked, Shape {12, 1, 1});
    Setting inside = plain;
    inside.headsInside = headsOfK | headsOfV;
    add(inside);
    inside.batch = {2, 1};
    inside.mask = Shape {1, 4, 70};
    add(inside, Shape {4, 1, 70});
    add({.batch = {3}, .m = 17, .n = 9, .depth = 4, .width = 8, .isTransposed = true});
}

} // namespace

void addSharedHeadsCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const std::string kernel : {"", "wide", "flash", "tiled", "rows", "rowssplit"}) {
            addKernelCases(cases, kernel, type);
        }
    }
    OperatorCase rows = sharedCase({.batch = {2, 3}, .m = 4, .n = 7, .depth = 4, .width = 4});
    rows.name = "heads of several rows that share keys";
    rows.inputs[0] = randomTensor(DataType::Float32, {2, 12, 2, 4}, 97);
    rows.expectedError = "do not go together";
    cases.push_back(rows);
    OperatorCase uneven = sharedCase({.batch = {2, 3}, .m = 4, .n = 7, .depth = 4, .width = 4});
    uneven.name = "heads that share keys unevenly";
    uneven.inputs[0] = randomTensor(DataType::Float32, {2, 10, 1, 4}, 98);
    uneven.expectedError = "do not go together";
    cases.push_back(uneven);
    OperatorCase apart = sharedCase({.batch = {2, 3}, .m = 4, .n = 7, .depth = 4, .width = 4});
    apart.name = "heads that share keys and no values";
    apart.inputs[2] = randomTensor(DataType::Float32, {2, 12, 7, 4}, 99);
    apart.expectedError = "do not go together";
    cases.push_back(apart);
}

} // namespace weightless::ops::attention
