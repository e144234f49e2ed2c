// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/productcases.h"

#include <algorithm>

// FusedMatMul with a factor and a sum for each column (BiasKind::PerColumnScaled).
namespace weightless::ops::product {

namespace {

OperatorCase factoredCase(DataType type, const MatMulShapes& shapes, const std::string& kernel)
{
    OperatorCase test = matMulCase(type, shapes, kernel);
    test.opType = "FusedMatMul";
    test.domain = "weightless";
    test.name = "factors, residual and Relu, " + toString(type) + toString(shapes.a) + " by "
        + toString(shapes.b) + ", " + kernel;
    const auto columns = static_cast<size_t>(shapes.b.back());
    const HostTensor factors = randomTensor(DataType::Float32, {2, shapes.b.back()}, 7);
    const HostTensor residual = randomTensor(type, shapes.result, 8);
    test.inputs.insert(test.inputs.end(), {std::nullopt, residual, factors});
    test.attributes.set("activation", std::string("Relu"));
    for (size_t i = 0; i < static_cast<size_t>(elementCount(shapes.result).value_or(0)); ++i) {
        const double value = elementAsDouble(test.expected[0], i) * elementAsDouble(factors, i % columns)
            + elementAsDouble(factors, columns + i % columns) + elementAsDouble(residual, i);
        setElement(test.expected[0], i, std::max(value, 0.0));
    }
    return test;
}

} // namespace

void addFactoredCases(CaseList& cases)
{
    const MatMulShapes small {{2, 5, 16}, {16, 24}, {2, 5, 24}};
    const MatMulShapes odd {{3, 19, 33}, {3, 33, 37}, {3, 19, 37}};
    for (const std::string kernel : {"plain", "vector", "shared", "sharedsplit", "wide", "wide16"}) {
        cases.push_back(factoredCase(DataType::Float32, small, kernel));
        cases.push_back(factoredCase(DataType::Float32, odd, kernel));
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16}) {
        for (const std::string kernel : {"plain", "wide", "matrix32"}) {
            cases.push_back(factoredCase(type, odd, kernel));
        }
    }
    cases.push_back(factoredCase(DataType::Float16, odd, "group")); // bfloat16 has no such kernel
    OperatorCase deep = factoredCase(DataType::Float32, {{9, 66000}, {66000, 2}, {9, 2}}, "wide");
    deep.absoluteTolerance = 0.05;
    cases.push_back(std::move(deep));
    OperatorCase wrong = factoredCase(DataType::Float32, small, "plain");
    wrong.inputs[4] = randomTensor(DataType::Float32, {2, 23}, 1);
    wrong.expectedError = "expected float32[2, 24]";
    cases.push_back(wrong);
    wrong = factoredCase(DataType::Float32, small, "plain");
    wrong.inputs[2] = randomTensor(DataType::Float32, {24}, 1);
    wrong.expectedError = "expected one of them";
    cases.push_back(std::move(wrong));
}

} // namespace weightless::ops::product
