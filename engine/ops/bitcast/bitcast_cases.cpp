// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

namespace weightless::ops::bitcast {

namespace {

OperatorCase bitCastCase(DataType from, DataType to, const Shape& shape)
{
    const HostTensor x = randomTensor(from, shape, 1, 0, 100);
    HostTensor y = x;
    y.descriptor.type = to;
    OperatorCase test {
        .name = toString(x.descriptor) + " as " + toString(to), .opType = "BitCast", .opset = 26};
    test.inputs = {x};
    test.attributes.set("to", static_cast<int64_t>(to));
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    cases.push_back(bitCastCase(DataType::Float32, DataType::Int32, {3, 5}));
    cases.push_back(bitCastCase(DataType::UInt32, DataType::Float32, {7}));
    cases.push_back(bitCastCase(DataType::Int8, DataType::UInt8, {3, 5}));
    cases.push_back(bitCastCase(DataType::Float16, DataType::UInt16, {3, 5}));
    cases.push_back(bitCastCase(DataType::Float64, DataType::Int64, {}));
    cases.push_back(bitCastCase(DataType::Float32, DataType::UInt32, {0, 5}));
    for (const auto& [from, to] :
        {std::pair(DataType::Float8E4M3FN, DataType::UInt8), std::pair(DataType::UInt8, DataType::Float8E8M0),
            std::pair(DataType::Int4, DataType::Float4E2M1), std::pair(DataType::UInt2, DataType::Int2),
            std::pair(DataType::BFloat16, DataType::Int16), std::pair(DataType::UInt64, DataType::Float64),
            std::pair(DataType::Float6E2M3, DataType::Float6E3M2)}) {
        cases.push_back(bitCastCase(from, to, {3, 5}));
    }
    OperatorCase wrong = bitCastCase(DataType::Float32, DataType::Int32, {3, 5});
    wrong.attributes.set("to", static_cast<int64_t>(DataType::Int64));
    wrong.expectedError = "attribute 'to' is int64, whose elements are not as wide";
    cases.push_back(wrong);
    wrong = bitCastCase(DataType::Int4, DataType::UInt4, {3, 5});
    wrong.attributes.set("to", static_cast<int64_t>(DataType::UInt8));
    wrong.expectedError = "attribute 'to' is uint8, whose elements are not as wide";
    cases.push_back(wrong);
}

} // namespace weightless::ops::bitcast
