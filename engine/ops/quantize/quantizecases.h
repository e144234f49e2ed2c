// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::quantize {

// Of two matrices, in int32. Zero points, where there are some, are one or one for each row of `a` and column
// of `b`.
[[nodiscard]] HostTensor integerProduct(
    const HostTensor& a, const HostTensor* aZero, const HostTensor& b, const HostTensor* bZero);

void addExactCases(CaseList& cases); // of sums beyond what a float holds
void addConvolutionCases(CaseList& cases);
void addScaledCases(CaseList& cases);

// What follows the sums of a scaled product (scaled.h), and how its left factor is given.
struct Scaling {
    bool isPerColumn = false; // or filter: the second scale
    std::optional<DataType> bias = {}; // float32 or int32
    std::string activation = {}; // Relu or none
    bool isUnquantized = false;
    std::string kernel = {}; // of "weightless.kernel"
};
constexpr double scaledXScale = 0.05; // with which `unquantizedOf` makes bytes of what it yields

// float32 from which quantizing by scaledXScale and `zero` makes the bytes, none of them on a border.
[[nodiscard]] HostTensor unquantizedOf(const HostTensor& bytes, const HostTensor& zero);
// Makes a scaled product of a case of MatMulInteger or ConvInteger, whose columns or filters lie on `axis`.
[[nodiscard]] OperatorCase scaledCase(OperatorCase sums, size_t axis, const Scaling& scaling);

} // namespace weightless::ops::quantize
