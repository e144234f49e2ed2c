// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/signal/signalcases.h"

#include <cmath>
#include <numbers>

namespace weightless::ops::signal {

namespace {

OperatorCase windowCase(const std::string& opType, DataType type, int64_t size, bool isPeriodic)
{
    HostTensor y = makeHostTensor({type, {size}});
    const double period = static_cast<double>(isPeriodic ? size : size - 1);
    for (int64_t i = 0; i < size; ++i) {
        const double t = static_cast<double>(i) / period * std::numbers::pi;
        const double value = opType == "HannWindow" ? std::pow(std::sin(t), 2)
            : opType == "HammingWindow"             ? 25.0 / 46 - (1 - 25.0 / 46) * std::cos(2 * t)
                                                    : 0.42 - std::cos(2 * t) / 2 + 0.08 * std::cos(4 * t);
        setElement(y, static_cast<size_t>(i), value);
    }
    OperatorCase test {
        .name = std::to_string(size) + (isPeriodic ? ", periodic, " : ", symmetric, ") + toString(type),
        .opType = opType,
        .opset = 17};
    test.inputs = {makeInt64Scalar(size)};
    test.constantInputs = {0};
    test.attributes.set("output_datatype", static_cast<int64_t>(type));
    test.attributes.set("periodic", int64_t {isPeriodic});
    test.expected = {std::move(y)};
    test.absoluteTolerance = type == DataType::Float16 ? 1e-3 : 1e-6;
    return test;
}

// Two bands over five bins; edges fall on bins 0, 1, 2 and 3.
OperatorCase melCase()
{
    OperatorCase test {.name = "two bands", .opType = "MelWeightMatrix", .opset = 17};
    test.inputs = {makeInt64Scalar(2), makeInt64Scalar(8), makeInt64Scalar(8000),
        tensorOf(DataType::Float32, {}, {0}), tensorOf(DataType::Float32, {}, {4000})};
    test.constantInputs = {0, 1, 2, 3, 4};
    const double step = 2595 * std::log10(1 + 4000.0 / 700) / 4;
    std::vector<int64_t> edges;
    for (int i = 0; i < 4; ++i) {
        edges.push_back(static_cast<int64_t>(9 * 700 * (std::pow(10, i * step / 2595) - 1) / 8000));
    }
    HostTensor y = makeHostTensor({DataType::Float32, {5, 2}});
    for (size_t band = 0; band < 2; ++band) {
        const int64_t low = edges[band];
        const int64_t middle = edges[band + 1];
        const int64_t high = edges[band + 2];
        for (int64_t bin = 0; bin < 5; ++bin) {
            const double up = middle == low ? (bin == middle ? 1.0 : 0.0)
                : bin >= low && bin <= middle
                ? static_cast<double>(bin - low) / static_cast<double>(middle - low)
                : 0.0;
            const double down = bin >= middle && bin < high
                ? static_cast<double>(high - bin) / static_cast<double>(high - middle)
                : 0.0;
            setElement(y, static_cast<size_t>(bin) * 2 + band, bin >= middle && bin < high ? down : up);
        }
    }
    test.expected = {std::move(y)};
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const std::string opType : {"HannWindow", "HammingWindow", "BlackmanWindow"}) {
        for (const bool isPeriodic : {false, true}) {
            cases.push_back(windowCase(opType, DataType::Float32, 11, isPeriodic));
        }
        cases.push_back(windowCase(opType, DataType::Float16, 8, true));
        cases.push_back(windowCase(opType, DataType::Float64, 7, true));
        cases.push_back(windowCase(opType, DataType::Float32, 0, true));
        cases.push_back(windowCase(opType, DataType::Float32, 70'000, true)); // too long to fold
        OperatorCase wrong = windowCase(opType, DataType::Float32, 4, true);
        wrong.inputs[0] = makeInt64Scalar(int64_t {1} << 50);
        wrong.expectedError = "input 'size' is 1125899906842624";
        cases.push_back(wrong);
    }
    cases.push_back(melCase());
    addFourierCases(cases);
}

} // namespace weightless::ops::signal
