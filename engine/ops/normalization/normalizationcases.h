// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::normalization {

void addFormulaCases(CaseList& cases); // of meanvariance.cpp
void addFusedCases(CaseList& cases); // of the domain weightless

// GroupNormalization and LayerNormalization of x, with parameters at random.
[[nodiscard]] OperatorCase groupCase(const HostTensor& x, int64_t groups, int64_t opset);
[[nodiscard]] OperatorCase layerCase(const HostTensor& x, int64_t axis, bool hasBias, bool hasStatistics);

} // namespace weightless::ops::normalization
