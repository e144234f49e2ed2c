// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/productcases.h"

namespace weightless::ops::product {

namespace {

// The second operand lies as [batch …, columns, depth].
OperatorCase transposedCase(DataType type, const MatMulShapes& shapes, const std::string& kernel = "")
{
    OperatorCase test = matMulCase(type, shapes, kernel);
    test.opType = "FusedMatMul";
    test.domain = "weightless";
    test.name += "transposed";
    test.attributes.set("transposedB", int64_t {1});
    const HostTensor& b = *test.inputs[1];
    Shape shape = shapes.b;
    std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    HostTensor turned = makeHostTensor({type, shape});
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, shape);
        std::swap(place[place.size() - 1], place[place.size() - 2]);
        setElement(turned, static_cast<size_t>(i),
            elementAsDouble(b, static_cast<size_t>(indexOf(place, shapes.b))));
    }
    test.inputs[1] = turned;
    return test;
}

} // namespace

void addTransposedCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(transposedCase(type, {{2, 3, 29}, {29, 19}, {2, 3, 19}}));
    }
    cases.push_back(transposedCase(DataType::Float32, {{5}, {5, 7}, {7}}));
    for (const std::string kernel : {"wide", "shared", "vector"}) {
        cases.push_back(transposedCase(DataType::Float32, {{2, 1, 3, 24}, {4, 24, 9}, {2, 4, 3, 9}}, kernel));
    }
    OperatorCase vector = transposedCase(DataType::Float32, {{5}, {5, 7}, {7}});
    vector.name = "a transposed vector";
    vector.inputs[1] = randomTensor(DataType::Float32, {5}, 6);
    vector.expectedError = "of 2 or more where matrices are transposed";
    cases.push_back(vector);
}

} // namespace weightless::ops::product
