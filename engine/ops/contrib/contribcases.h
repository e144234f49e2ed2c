// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::contrib {

void addChannelsLastBytesCases(CaseList& cases);
void addDistanceCases(CaseList& cases);
void addNormCases(CaseList& cases);
void addProductCases(CaseList& cases);
void addQuantizedCases(CaseList& cases);
void addQuantizedRecurrentCases(CaseList& cases);

// With the tolerances of a composition, each step of which rounds to the type.
inline OperatorCase contribCase(std::string name, std::string opType, DataType type, int64_t opset = 11)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = opset};
    test.domain = "com.microsoft";
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 4e-3 : 3e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-5 : type == DataType::Float16 ? 4e-3 : 3e-2;
    return test;
}

} // namespace weightless::ops::contrib
