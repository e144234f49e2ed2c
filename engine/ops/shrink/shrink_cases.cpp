// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::shrink {

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16, DataType::Float64,
             DataType::Int8, DataType::Int32, DataType::Int64}) {
        for (const double bias : {0.0, 1.5}) {
            const HostTensor x = randomTensor(type, {3, 7}, 3, -4, 4);
            OperatorCase test {.name = toString(type) + " bias " + std::to_string(bias), .opType = "Shrink"};
            test.inputs = {x};
            test.attributes.set("bias", static_cast<float>(bias));
            test.attributes.set("lambd", 1.5f);
            test.expected = {mapped(x, type, [bias](double v) {
                return v < -1.5 ? v + bias : v > 1.5 ? v - bias : 0.0;
            })};
            test.relativeTolerance = bitWidth(type) != 16 ? 1e-5 : 2e-2;
            test.absoluteTolerance = bitWidth(type) != 16 ? 1e-5 : 2e-2;
            cases.push_back(test);
        }
    }
    OperatorCase empty {.name = "nothing", .opType = "Shrink"};
    empty.inputs = {makeHostTensor({DataType::Float32, {0, 3}})};
    empty.expected = {makeHostTensor({DataType::Float32, {0, 3}})};
    cases.push_back(empty);
    OperatorCase wrong = empty;
    wrong.inputs = {makeHostTensor({DataType::Bool, {3}})};
    wrong.expectedError = "expected a numeric tensor";
    cases.push_back(wrong);
}

} // namespace weightless::ops::shrink
