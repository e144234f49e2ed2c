// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contribcases.h"

#include <array>
#include <cmath>

namespace weightless::ops::contrib {

namespace {

constexpr int64_t steps = 4;
constexpr int64_t batch = 2;
constexpr int64_t features = 5;
constexpr int64_t hidden = 3;
constexpr int64_t gates = 4 * hidden;

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

// Weights of bytes, [directions, rows, gates]: scales and zero points are one per direction or per column.
struct Matrix {
    HostTensor bytes, scales, zeros;

    [[nodiscard]] double at(int64_t direction, int64_t row, int64_t column) const
    {
        const Shape& shape = bytes.descriptor.shape;
        const bool isPerColumn = scales.descriptor.shape.size() == 2;
        const auto which = static_cast<size_t>(isPerColumn ? direction * gates + column : direction);
        const auto place = static_cast<size_t>((direction * shape[1] + row) * gates + column);
        return static_cast<double>(elementAsInt64(bytes, place) - elementAsInt64(zeros, which))
            * elementAsDouble(scales, which);
    }
};

Matrix matrixOf(DataType type, int64_t directions, int64_t rows, bool isPerColumn, uint64_t seed)
{
    const Shape each = isPerColumn ? Shape {directions, gates} : Shape {directions};
    const bool isSigned = type == DataType::Int8;
    return {randomTensor(type, {directions, rows, gates}, seed, isSigned ? -100 : 0, isSigned ? 100 : 200),
        randomTensor(DataType::Float32, each, seed + 1, 0.004, 0.01),
        randomTensor(type, each, seed + 2, isSigned ? -9 : 90, isSigned ? 9 : 110)};
}

struct Lstm {
    HostTensor x, bias;
    Matrix w, r;
    int64_t directions;
    HostTensor y = {}, lastHidden = {}, lastCell = {};

    void walk(int64_t direction, int64_t sequence)
    {
        std::array<double, hidden> state {};
        std::array<double, hidden> cell {};
        for (int64_t step = 0; step < steps; ++step) {
            const int64_t time = direction == 0 ? step : steps - 1 - step;
            std::array<double, gates> sums {};
            for (int64_t g = 0; g < gates; ++g) {
                double sum = elementAsDouble(bias, static_cast<size_t>(direction * 2 * gates + g))
                    + elementAsDouble(bias, static_cast<size_t>((direction * 2 + 1) * gates + g));
                for (int64_t i = 0; i < features; ++i) {
                    sum += elementAsDouble(x, static_cast<size_t>((time * batch + sequence) * features + i))
                        * w.at(direction, i, g);
                }
                for (int64_t i = 0; i < hidden; ++i) {
                    sum += state.at(static_cast<size_t>(i)) * r.at(direction, i, g);
                }
                sums.at(static_cast<size_t>(g)) = sum;
            }
            for (size_t u = 0; u < hidden; ++u) {
                cell.at(u) = sigmoid(sums.at(2 * hidden + u)) * cell.at(u)
                    + sigmoid(sums.at(u)) * std::tanh(sums.at(3 * hidden + u));
                state.at(u) = sigmoid(sums.at(hidden + u)) * std::tanh(cell.at(u));
                const auto row = static_cast<size_t>((time * directions + direction) * batch + sequence);
                setElement(y, row * hidden + u, state.at(u));
                const auto last = static_cast<size_t>(direction * batch + sequence) * hidden + u;
                setElement(lastHidden, last, state.at(u));
                setElement(lastCell, last, cell.at(u));
            }
        }
    }
};

OperatorCase lstmCase(DataType type, int64_t directions, bool isPerColumn)
{
    Lstm lstm {.x = randomTensor(DataType::Float32, {steps, batch, features}, 1),
        .bias = randomTensor(DataType::Float32, {directions, 2 * gates}, 2),
        .w = matrixOf(type, directions, features, isPerColumn, 3),
        .r = matrixOf(type, directions, hidden, isPerColumn, 6),
        .directions = directions};
    lstm.y = makeHostTensor({DataType::Float32, {steps, directions, batch, hidden}});
    lstm.lastHidden = lstm.lastCell = makeHostTensor({DataType::Float32, {directions, batch, hidden}});
    for (int64_t direction = 0; direction < directions; ++direction) {
        for (int64_t sequence = 0; sequence < batch; ++sequence) {
            lstm.walk(direction, sequence);
        }
    }
    OperatorCase test = contribCase(toString(lstm.w.bytes.descriptor) + (isPerColumn ? ", per column" : ""),
        "DynamicQuantizeLSTM", DataType::Float32);
    test.inputs = {lstm.x, lstm.w.bytes, lstm.r.bytes, lstm.bias, std::nullopt, std::nullopt, std::nullopt,
        std::nullopt, lstm.w.scales, lstm.w.zeros, lstm.r.scales, lstm.r.zeros};
    test.attributes.set("hidden_size", hidden);
    test.attributes.set("direction", std::string(directions == 2 ? "bidirectional" : "forward"));
    test.expected = {lstm.y, lstm.lastHidden, lstm.lastCell};
    return test;
}

} // namespace

void addQuantizedRecurrentCases(CaseList& cases)
{
    for (const DataType type : {DataType::Int8, DataType::UInt8}) {
        cases.push_back(lstmCase(type, 1, false));
        cases.push_back(lstmCase(type, 2, true));
    }
    OperatorCase wrong = lstmCase(DataType::Int8, 1, false);
    wrong.inputs[8] = randomTensor(DataType::Float32, {5}, 1);
    wrong.expectedError =
        "input 8 does not fit int8[1, 5, 12], expected float32 with one value for each direction";
    cases.push_back(wrong);
}

} // namespace weightless::ops::contrib
