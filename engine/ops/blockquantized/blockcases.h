// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::blockquantized {

void addBnb4Cases(CaseList& cases);
void addGatherCases(CaseList& cases);

// The number with that place among those of `bits` bits from a byte on, lowest bits first.
inline int64_t bitsAt(const HostTensor& bytes, int64_t firstByte, int64_t index, int64_t bits)
{
    const int64_t bit = index * bits;
    return elementAsInt64(bytes, static_cast<size_t>(firstByte + bit / 8)) >> (bit % 8) & ((1 << bits) - 1);
}

inline OperatorCase blockCase(std::string name, std::string opType, DataType type)
{
    OperatorCase test {.name = std::move(name), .opType = std::move(opType), .opset = 17};
    test.domain = "com.microsoft";
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 5e-3 : 4e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 2e-2 : 2e-1;
    return test;
}

} // namespace weightless::ops::blockquantized
