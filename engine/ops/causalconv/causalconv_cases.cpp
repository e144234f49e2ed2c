// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <cmath>

namespace weightless::ops::causalconv {

namespace {

OperatorCase convCase(
    DataType type, const Shape& shape, int64_t taps, const std::string& activation, bool hasAll)
{
    const HostTensor x = randomTensor(type, shape, 1);
    const HostTensor w = randomTensor(type, {shape[1], 1, taps}, 2);
    const HostTensor bias = randomTensor(type, {shape[1]}, 3);
    const HostTensor past = randomTensor(type, {shape[0], shape[1], taps - 1}, 4);
    HostTensor y = makeHostTensor({type, shape});
    HostTensor present = makeHostTensor(past.descriptor);
    for (int64_t row = 0; row < shape[0] * shape[1]; ++row) {
        const auto channel = static_cast<size_t>(row % shape[1]);
        const auto at = [&](int64_t time) { // from the first of the past on
            const int64_t step = time - (taps - 1);
            return step >= 0 ? elementAsDouble(x, static_cast<size_t>(row * shape[2] + step))
                : hasAll     ? elementAsDouble(past, static_cast<size_t>(row * (taps - 1) + time))
                             : 0;
        };
        for (int64_t step = 0; step < shape[2]; ++step) {
            double sum = hasAll ? elementAsDouble(bias, channel) : 0;
            for (int64_t tap = 0; tap < taps; ++tap) {
                sum += at(step + tap)
                    * elementAsDouble(w, channel * static_cast<size_t>(taps) + static_cast<size_t>(tap));
            }
            setElement(y, static_cast<size_t>(row * shape[2] + step),
                activation == "none" ? sum : sum / (1 + std::exp(-sum)));
        }
        for (int64_t i = 0; i < taps - 1; ++i) {
            setElement(present, static_cast<size_t>(row * (taps - 1) + i), at(shape[2] + i));
        }
    }
    OperatorCase test {.name = toString(x.descriptor) + ", " + std::to_string(taps) + " taps, " + activation,
        .opType = "CausalConvWithState",
        .opset = 27};
    test.inputs = {x, w};
    if (hasAll) {
        test.inputs.emplace_back(bias);
        test.inputs.emplace_back(past);
    }
    test.attributes.set("activation", activation);
    test.expected = {std::move(y), std::move(present)};
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : 2e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-5 : 5e-2;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(convCase(type, {2, 3, 7}, 4, "silu", true));
    }
    cases.push_back(convCase(DataType::Float32, {2, 5, 11}, 3, "none", false));
    cases.push_back(convCase(DataType::Float32, {2, 5, 1}, 4, "swish", true)); // shorter than the past
    cases.push_back(convCase(DataType::Float32, {1, 5, 3}, 1, "none", true));
    cases.push_back(convCase(DataType::Float32, {0, 5, 3}, 2, "none", true));
    OperatorCase contributed = convCase(DataType::Float16, {2, 3, 7}, 4, "silu", true);
    contributed.domain = "com.microsoft";
    contributed.opset = 1;
    contributed.attributes.set("ndim", int64_t {1});
    cases.push_back(contributed);
    contributed.attributes.set("ndim", int64_t {2});
    contributed.expectedError = "attribute 'ndim' is 2";
    cases.push_back(contributed);
    contributed.attributes.set("ndim", int64_t {1});
    contributed.attributes.set("state_window", int64_t {3});
    contributed.expectedError = "attribute 'state_window' is 3";
    cases.push_back(contributed);
    OperatorCase wrong = convCase(DataType::Float32, {2, 3, 7}, 4, "silu", true);
    wrong.inputs[3] = randomTensor(DataType::Float32, {2, 3, 4}, 1);
    wrong.expectedError = "input 'past_state' is float32[2, 3, 4], expected [2, 3, 3]";
    cases.push_back(wrong);
    wrong = convCase(DataType::Float32, {2, 3, 7}, 4, "relu", true);
    wrong.expectedError = "attribute 'activation' is 'relu'";
    cases.push_back(wrong);
}

} // namespace weightless::ops::causalconv
