// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/reduction/reductioncases.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace weightless::ops::reduction {

namespace {

// Rows of nothing but NaN, of one at the beginning, of one at the end, and of numbers, along the first
// dimension or the last one.
OperatorCase nanCase(const std::string& opType, DataType type, int64_t length, bool isAlongFirst)
{
    const double nan = std::nan("");
    OperatorCase test;
    test.opType = opType;
    test.opset = 13;
    HostTensor x = makeHostTensor({type, isAlongFirst ? Shape {length, 4} : Shape {4, length}});
    for (int64_t row = 0; row < 4; ++row) {
        for (int64_t i = 0; i < length; ++i) {
            const bool isNaN = row == 0 || (row == 1 && i == 0) || (row == 2 && i == length - 1);
            const int64_t place = isAlongFirst ? i * 4 + row : row * length + i;
            setElement(x, static_cast<size_t>(place), isNaN ? nan : static_cast<double>(i % 7));
        }
    }
    test.name = "NaN in " + toString(x.descriptor);
    test.attributes.set("axes", std::vector<int64_t> {isAlongFirst ? 0 : 1});
    test.attributes.set("keepdims", int64_t {0});
    test.inputs = {std::move(x)};
    test.expected = {tensorOf(type, {4},
        {nan, nan, nan, opType == "ReduceMax" ? static_cast<double>(std::min<int64_t>(length - 1, 6)) : 0})};
    test.relativeTolerance = test.absoluteTolerance = 0;
    return test;
}

} // namespace

void addNaNCases(CaseList& cases)
{
    for (const char* opType : {"ReduceMax", "ReduceMin"}) {
        for (const DataType type :
            {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64}) {
            for (const int64_t length : {5, 24, 301}) {
                cases.push_back(nanCase(opType, type, length, false));
                cases.push_back(nanCase(opType, type, length, true));
            }
        }
        for (const char* kernel : {"parts", "cardparts"}) {
            OperatorCase test = nanCase(opType, DataType::Float32, 1037, false);
            test.attributes.set("weightless.kernel", std::string(kernel));
            test.name += std::string(", ") + kernel;
            cases.push_back(std::move(test));
        }
    }
    OperatorCase pool = nanCase("ReduceMax", DataType::Float32, 24, false);
    pool.opType = "GlobalMaxPool";
    pool.attributes = {};
    pool.inputs[0]->descriptor.shape = {2, 2, 4, 6};
    pool.expected[0].descriptor.shape = {2, 2, 1, 1};
    cases.push_back(std::move(pool));
}

} // namespace weightless::ops::reduction
