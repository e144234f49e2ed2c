// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <array>
#include <cmath>

namespace weightless::ops::training {

namespace {

// Attributes that all cases have.
constexpr double norm = 0.25;
constexpr double alpha = 0.75;
constexpr double beta = 0.875;
constexpr double epsilon = 0.125;
constexpr double decay = 0.5;
constexpr double post = 0.0625;

struct Values {
    double x, g, v, h;
};

Values adagrad(double r, double t, Values s)
{
    const double g = norm * s.x + s.g;
    const double h = s.v + g * g;
    return {s.x - r / (1 + t * decay) * g / (std::sqrt(h) + epsilon), 0, h, 0};
}

Values adam(double r, double t, Values s)
{
    const double g = norm * s.x + s.g;
    const double v = alpha * s.v + (1 - alpha) * g;
    const double h = beta * s.h + (1 - beta) * g * g;
    const double rate = t > 0 ? r * std::sqrt(1 - std::pow(beta, t)) / (1 - std::pow(alpha, t)) : r;
    return {(1 - post) * (s.x - rate * v / (std::sqrt(h) + epsilon)), 0, v, h};
}

Values standard(double r, double t, Values s)
{
    const double v = alpha * s.v + (t > 0 ? beta : 1) * (norm * s.x + s.g);
    return {s.x - r * v, 0, v, 0};
}

Values nesterov(double r, double t, Values s)
{
    const double g = norm * s.x + s.g;
    const double v = alpha * s.v + (t > 0 ? beta : 1) * g;
    return {s.x - r * (g + alpha * v), 0, v, 0};
}

struct Optimizer {
    std::string name;
    std::string mode;
    size_t kinds;
    Values (*update)(double r, double t, Values s);
};

OperatorCase optimizerCase(
    const Optimizer& optimizer, DataType type, int64_t t, const std::vector<Shape>& shapes)
{
    OperatorCase test {.name = optimizer.mode + " after " + std::to_string(t) + ", "
            + std::to_string(shapes.size()) + " tensors of " + toString(type),
        .opType = optimizer.name,
        .domain = "ai.onnx.preview.training"};
    test.inputs = {tensorOf(type, {}, {0.5}), makeInt64Scalar(t)};
    for (size_t kind = 0; kind < optimizer.kinds; ++kind) {
        for (size_t i = 0; i < shapes.size(); ++i) {
            const double low = kind < 2 ? -2 : 0; // squares are none below
            test.inputs.emplace_back(randomTensor(type, shapes[i], 1 + kind * 8 + i, low, 2));
        }
    }
    const size_t groups = shapes.size();
    test.expected.resize(groups * (optimizer.kinds - 1));
    for (size_t i = 0; i < groups; ++i) {
        const auto input = [&](size_t kind) -> const HostTensor& {
            return *test.inputs[2 + kind * groups + i];
        };
        for (size_t kind = 0; kind + 1 < optimizer.kinds; ++kind) {
            test.expected[kind * groups + i] = makeHostTensor(input(0).descriptor);
        }
        for (size_t e = 0; e < static_cast<size_t>(elementCount(shapes[i]).value_or(0)); ++e) {
            const auto at = [&](size_t kind) { return elementAsDouble(input(kind), e); };
            const Values next = optimizer.update(
                0.5, static_cast<double>(t), {at(0), at(1), at(2), optimizer.kinds > 3 ? at(3) : 0});
            setElement(test.expected[i], e, next.x);
            setElement(test.expected[groups + i], e, next.v);
            if (optimizer.kinds > 3) {
                setElement(test.expected[2 * groups + i], e, next.h);
            }
        }
    }
    const std::array<std::pair<const char*, double>, 6> numbers {
        {{"norm_coefficient", norm}, {"alpha", alpha}, {"beta", beta}, {"epsilon", epsilon},
            {"decay_factor", decay}, {"norm_coefficient_post", post}}};
    for (const auto& entry : numbers) {
        test.attributes.set(entry.first, static_cast<float>(entry.second));
    }
    if (!optimizer.mode.empty()) {
        test.attributes.set("mode", optimizer.mode);
    }
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : 1e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-5 : 1e-2;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    const std::vector<Optimizer> optimizers {{"Adagrad", "", 3, adagrad}, {"Adam", "", 4, adam},
        {"Momentum", "standard", 3, standard}, {"Momentum", "nesterov", 3, nesterov}};
    for (const Optimizer& optimizer : optimizers) {
        cases.push_back(optimizerCase(optimizer, DataType::Float32, 0, {{3, 5}}));
        cases.push_back(optimizerCase(optimizer, DataType::Float32, 3, {{3, 5}, {7}, {}}));
        cases.push_back(optimizerCase(optimizer, DataType::Float32, 3, {{0, 5}}));
    }
    OperatorCase wrong = optimizerCase(optimizers[1], DataType::Float32, 0, {{3, 5}});
    wrong.inputs.pop_back();
    wrong.expectedError = "it has 5 inputs, expected 2 and a multiple of 4";
    cases.push_back(wrong);
    wrong = optimizerCase(optimizers[2], DataType::Float32, 0, {{3, 5}});
    wrong.attributes.set("mode", std::string("fast"));
    wrong.expectedError = "attribute 'mode' is 'fast'";
    cases.push_back(wrong);
}

} // namespace weightless::ops::training
