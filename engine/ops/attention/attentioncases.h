// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

// What the case files of this folder share.
namespace weightless::ops::attention {

struct Setting {
    Shape batch;
    int64_t m, n, depth, width;
    bool isTransposed = false;
    std::optional<Shape> mask = {};
    std::string kernel = {};
    DataType type = DataType::Float32;
    int64_t causalSteps = 0;
    int64_t causalBefore = 0;
    std::vector<int64_t> lengths = {}; // of sequences, of as many matrices each
    double softcap = 0;
    uint32_t headsInside = 0; // of which tensors, but for a k that is transposed
    double rise = 0; // of keys, the last one's factor less 1
};

// Attention of random inputs and what a plain reference yields.
[[nodiscard]] OperatorCase attentionCase(const Setting& setting);
// Of that kernel and type.
void addCase(CaseList& cases, Setting setting, const std::string& kernel, DataType type);

// The tensor [batch …, heads, rows, columns] as [batch …, rows, heads, columns].
[[nodiscard]] HostTensor withOuterRows(const HostTensor& tensor);

// A row with every key masked, which is the mean of the values, and one with all but one: that one. Masks as
// low as the type goes, and infinite ones.
void addMaskedCases(CaseList& cases, const std::string& kernel, DataType type);

void addRowCases(CaseList& cases);
void addCausalCases(CaseList& cases);
void addHeadsCases(CaseList& cases);
void addNanCases(CaseList& cases);
void addSharedHeadsCases(CaseList& cases);
void addZeroRowsCases(CaseList& cases);

} // namespace weightless::ops::attention
