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

} // namespace weightless::ops::quantize
