// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

#include <optional>
#include <span>

// The plain reference of attention and its cases, in double.
namespace weightless::ops::transformer {

struct HeadShape {
    int64_t batch = 1;
    int64_t steps = 1;
    int64_t heads = 1;
    int64_t size = 1;
};

// What a query may look at.
struct Place {
    std::vector<double> key;
    std::vector<double> value;
    double bias = 0;
};

[[nodiscard]] OperatorCase transformerCase(std::string name, std::string opType, DataType type);
void rotate(std::span<double> head, const HostTensor& cosines, const HostTensor& sines, int64_t position,
    bool isInterleaved);
// With a sink, one more score takes a share that nobody gets.
[[nodiscard]] std::vector<double> attended(std::span<const double> query, const std::vector<Place>& places,
    double scale, double softcap = 0, std::optional<double> sink = std::nullopt);
[[nodiscard]] std::vector<double> elementsOf(const HostTensor& tensor, int64_t first, int64_t count);

void addGroupQueryCases(CaseList& cases);
void addOnnxRotaryCases(CaseList& cases);
void addRotateHalfCases(CaseList& cases);
void addPackedAttentionCases(CaseList& cases);
void addQuantizedAttentionCases(CaseList& cases);
void addMultiHeadCases(CaseList& cases);
void addSelfAttentionCases(CaseList& cases);

} // namespace weightless::ops::transformer
