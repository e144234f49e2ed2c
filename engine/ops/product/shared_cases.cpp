// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/productcases.h"

namespace weightless::ops::product {

void addSharedCases(CaseList& cases)
{
    const DataType f32 = DataType::Float32;
    for (const std::string edge : {"32", "64", "128"}) {
        const std::string kernel = "shared" + edge;
        for (const DataType type : {f32, DataType::Float16, DataType::BFloat16}) {
            // Several tiles and an edge in each direction, of every quad of rows and columns.
            cases.push_back(matMulCase(type, {{2, 131, 37}, {2, 37, 139}, {2, 131, 139}}, kernel));
            cases.push_back(gemmCase(
                type, {.a = {70, 45}, .b = {141, 45}, .c = Shape {141}, .transB = true, .kernel = kernel}));
        }
        cases.push_back(matMulCase(f32, {{33, 8}, {8, 31}, {33, 31}}, kernel)); // one step
        cases.push_back(matMulCase(f32, {{300, 5}, {5, 35}, {300, 35}}, kernel)); // rows in two bands
        cases.push_back(matMulCase(f32, {{3, 0}, {0, 2}, {3, 2}}, kernel));
        cases.push_back(
            gemmCase(f32, {.a = {97, 17}, .b = {17, 66}, .c = Shape {97, 1}, .beta = -1, .kernel = kernel}));
        cases.push_back(fusedMatMulCase(f32, kernel));
        // In three parts, whose last is shorter, or empty.
        cases.push_back(matMulCase(f32, {{2, 70, 133}, {2, 133, 67}, {2, 70, 67}}, kernel + "split"));
        cases.push_back(matMulCase(f32, {{40, 33}, {33, 72}, {40, 72}}, kernel + "split"));
    }
    // Too deep for the loop rounds that llvmpipe makes.
    OperatorCase deep = gemmCase(
        f32, {.a = {1, 527000}, .b = {2, 527000}, .c = Shape {1, 2}, .transB = true, .kernel = "shared32"});
    deep.absoluteTolerance = 0.05; // the sum of half a million numbers, in fp32
    cases.push_back(deep);
}

} // namespace weightless::ops::product
