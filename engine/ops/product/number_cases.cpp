// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/productcases.h"

#include <cstring>

namespace weightless::ops::product {

namespace {

// Sums and products beyond the type: what is left of them are their low bits.
OperatorCase wrappingCase(DataType type, const std::string& kernel)
{
    constexpr int64_t rows = 9;
    constexpr int64_t depth = 19;
    constexpr int64_t columns = 13;
    OperatorCase test = matMulCase(type, {{rows, depth}, {depth, columns}, {rows, columns}}, kernel);
    test.name = "overflow wraps around, " + toString(type) + ", " + kernel;
    const auto factor = [](int64_t i) { return static_cast<double>(1'000'000'007 + i * 1'000'003); };
    for (const size_t input : {0u, 1u}) {
        for (int64_t i = 0; i < elementCount(test.inputs[input]->descriptor.shape).value_or(0); ++i) {
            setElement(*test.inputs[input], static_cast<size_t>(i), factor(i));
        }
    }
    std::vector<uint64_t> sums;
    for (int64_t i = 0; i < rows * columns; ++i) {
        uint64_t sum = 0;
        for (int64_t k = 0; k < depth; ++k) {
            sum += static_cast<uint64_t>(factor(i / columns * depth + k))
                * static_cast<uint64_t>(factor(k * columns + i % columns));
        }
        sums.push_back(sum);
    }
    std::byte* to = test.expected[0].bytes.data();
    const size_t bytes = bitWidth(type) / 8;
    for (const uint64_t sum : sums) { // whose low bytes come first
        std::memcpy(to, &sum, bytes);
        to += bytes;
    }
    return test;
}

// Several tiles, and an edge in each direction; rows that begin anywhere in a texel, and depths with and
// without a rest.
void addSizes(DataType type, CaseList& cases)
{
    const std::string kernel = "wide";
    cases.push_back(matMulCase(type, {{2, 9, 24}, {2, 24, 72}, {2, 9, 72}}, kernel));
    cases.push_back(matMulCase(type, {{3, 17, 43}, {3, 43, 131}, {3, 17, 131}}, kernel));
    cases.push_back(matMulCase(type, {{2, 1, 3, 5}, {4, 5, 2}, {2, 4, 3, 2}}, kernel));
    cases.push_back(matMulCase(type, {{8}, {3, 8, 7}, {3, 7}}, kernel));
    cases.push_back(matMulCase(type, {{70, 21}, {21}, {70}}, kernel));
    cases.push_back(gemmCase(type,
        {.a = {24, 9},
            .b = {17, 24},
            .c = Shape {1, 17},
            .transA = true,
            .transB = true,
            .alpha = 2,
            .beta = 3,
            .kernel = kernel}));
    for (const int64_t depth : {10, 12, 22}) { // rows begin texels, but not the steps that are left over
        cases.push_back(
            gemmCase(type, {.a = {depth, 9}, .b = {depth, 17}, .transA = true, .kernel = kernel}));
    }
    cases.push_back(
        gemmCase(type, {.a = {37, 16}, .b = {16, 3}, .c = Shape {37, 1}, .beta = 2, .kernel = kernel}));
    cases.push_back(
        gemmCase(type, {.a = {2, 24}, .b = {24, 40}, .c = Shape {2, 40}, .alpha = 3, .kernel = kernel}));
    cases.push_back(gemmCase(type, {.a = {9, 0}, .b = {0, 2}, .c = Shape {2}, .beta = 2, .kernel = kernel}));
}

} // namespace

void addNumberCases(CaseList& cases)
{
    addSizes(DataType::Float64, cases);
    addSizes(DataType::Int32, cases);
    for (const DataType type : {DataType::Int32, DataType::Int64, DataType::UInt32, DataType::UInt64}) {
        cases.push_back(matMulCase(type, {{19, 29}, {29, 40}, {19, 40}}, "wide"));
        cases.push_back(wrappingCase(type, "wide"));
        cases.push_back(wrappingCase(type, "plain"));
        cases.push_back(wrappingCase(type, "shared"));
    }
    for (const std::string kernel : {"wide", "shared64"}) {
        cases.push_back(fusedMatMulCase(DataType::Float64, kernel));
    }
    for (const DataType type : {DataType::Float64, DataType::Int32}) {
        for (const std::string kernel : {"shared32", "shared64"}) {
            cases.push_back(matMulCase(type, {{2, 71, 37}, {2, 37, 69}, {2, 71, 69}}, kernel));
            cases.push_back(gemmCase(
                type, {.a = {70, 45}, .b = {41, 45}, .c = Shape {70, 1}, .transB = true, .kernel = kernel}));
        }
    }
    cases.push_back(matMulCase(DataType::Int32, {{131, 37}, {37, 139}, {131, 139}}, "shared128"));
    cases.push_back(matMulCase(DataType::Int64, {{3, 0}, {0, 2}, {3, 2}}, "shared"));
    cases.push_back(gemmCase(DataType::Float64,
        {.a = {9, 29}, .b = {29, 5}, .c = Shape {9, 5}, .alpha = 2, .beta = 3, .kernel = "plain"}));
    // What they take by themselves, and too deep for the loop rounds that llvmpipe makes.
    cases.push_back(matMulCase(DataType::Float64, {{2, 41, 40}, {40, 42}, {2, 41, 42}}));
    cases.push_back(matMulCase(DataType::Int64, {{1, 527000}, {527000, 2}, {1, 2}}, "wide"));
}

} // namespace weightless::ops::product
