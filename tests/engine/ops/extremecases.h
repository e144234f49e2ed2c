// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

namespace weightless::testing {

// Cases at the ends of what operators take. Where nothing is expected, the operator's fold says what comes
// out.
[[nodiscard]] ops::CaseList extremeCases();

// Its parts.
void addHighRanks(ops::CaseList& cases);
void addLargeIntegers(ops::CaseList& cases);
void addOverflows(ops::CaseList& cases);
void addNotANumbers(ops::CaseList& cases);
void addEmptyAndScalar(ops::CaseList& cases);
void addManyLines(ops::CaseList& cases);

// A case whose inputs from `firstConstant` on are constants.
[[nodiscard]] ops::OperatorCase extremeCase(std::string name, std::string opType,
    std::vector<HostTensor> inputs, Attributes attributes = {}, size_t firstConstant = 99);

} // namespace weightless::testing
