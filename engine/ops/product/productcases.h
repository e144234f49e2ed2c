// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"

// What the case files of this folder share.
namespace weightless::ops::product {

struct MatMulShapes {
    Shape a;
    Shape b;
    Shape result;
};

// A MatMul of random inputs and what a plain reference yields; `kernel` forces one (product.h).
[[nodiscard]] OperatorCase matMulCase(
    DataType type, const MatMulShapes& shapes, const std::string& kernel = "");

struct GemmSetting {
    Shape a, b;
    std::optional<Shape> c;
    bool transA = false;
    bool transB = false;
    float alpha = 1;
    float beta = 1;
    std::string kernel = {};
    std::string activation = {};
    int64_t opset = 13;
};

// Names of all that a product can end with.
[[nodiscard]] const std::vector<std::string>& activations();

[[nodiscard]] OperatorCase gemmCase(DataType type, const GemmSetting& setting);

// With a bias, a residual and Silu.
[[nodiscard]] OperatorCase fusedMatMulCase(DataType type, const std::string& kernel);

void addFactoredCases(CaseList& cases);
void addMatrixCases(CaseList& cases);
void addNanCases(CaseList& cases);
// Doubles and integers.
void addNumberCases(CaseList& cases);
// Tiles of every size in shared memory.
void addSharedCases(CaseList& cases);
void addTransposedCases(CaseList& cases);
void addVectorCases(CaseList& cases);

} // namespace weightless::ops::product
