// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::loss {

namespace {

struct Options {
    std::string reduction = "mean";
    bool hasWeights = false;
    std::optional<int64_t> ignored = {};
};

HostTensor classesFor(const Shape& scores, DataType type, int64_t ignored)
{
    Shape shape = scores;
    shape.erase(shape.begin() + 1);
    HostTensor classes = makeHostTensor({type, shape});
    for (size_t i = 0; i < static_cast<size_t>(elementCount(shape).value_or(0)); ++i) {
        const auto c = static_cast<int64_t>(i * 7 % static_cast<size_t>(scores[1]));
        setElement(classes, i, i % 5 == 1 ? ignored : c);
    }
    return classes;
}

HostTensor logSoftmax(const HostTensor& x)
{
    const Shape& shape = x.descriptor.shape;
    HostTensor y = makeHostTensor(x.descriptor);
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        std::vector<int64_t> place = coordinatesOf(i, shape);
        double total = 0;
        for (place[1] = 0; place[1] < shape[1]; ++place[1]) {
            total += std::exp(elementAsDouble(x, static_cast<size_t>(indexOf(place, shape))));
        }
        setElement(y, static_cast<size_t>(i), elementAsDouble(x, static_cast<size_t>(i)) - std::log(total));
    }
    return y;
}

HostTensor lossOf(
    const HostTensor& logs, const HostTensor& classes, const HostTensor* weights, const Options& options)
{
    const Shape& shape = classes.descriptor.shape;
    HostTensor losses = makeHostTensor({logs.descriptor.type, shape});
    double sum = 0;
    double shares = 0;
    for (int64_t i = 0; i < elementCount(shape).value_or(0); ++i) {
        const int64_t c = elementAsInt64(classes, static_cast<size_t>(i));
        if (options.ignored && c == *options.ignored) {
            continue;
        }
        std::vector<int64_t> place = coordinatesOf(i, shape);
        place.insert(place.begin() + 1, c);
        const double weight = weights != nullptr ? elementAsDouble(*weights, static_cast<size_t>(c)) : 1;
        const auto index = static_cast<size_t>(indexOf(place, logs.descriptor.shape));
        const double loss = -elementAsDouble(logs, index) * weight;
        setElement(losses, static_cast<size_t>(i), loss);
        sum += loss;
        shares += weight;
    }
    if (options.reduction == "none") {
        return losses;
    }
    return tensorOf(logs.descriptor.type, {}, {options.reduction == "sum" ? sum : sum / shares});
}

OperatorCase lossCase(
    const std::string& opType, DataType type, const Shape& shape, DataType classType, const Options& options)
{
    const HostTensor scores = randomTensor(type, shape, 3, -2, 2);
    const HostTensor classes = classesFor(shape, classType, options.ignored.value_or(0));
    const HostTensor weights = randomTensor(type, {shape[1]}, 5, 0.5, 1.5);
    OperatorCase test {.name = options.reduction + (options.hasWeights ? ", weights" : "")
            + (options.ignored ? ", ignores " + std::to_string(*options.ignored) : "") + ", "
            + toString(scores.descriptor),
        .opType = opType,
        .opset = 13};
    test.inputs = {scores, classes};
    if (options.hasWeights) {
        test.inputs.emplace_back(weights);
    }
    test.attributes.set("reduction", options.reduction);
    if (options.ignored) {
        test.attributes.set("ignore_index", *options.ignored);
    }
    const bool isCross = opType == "SoftmaxCrossEntropyLoss";
    const HostTensor logs = isCross ? logSoftmax(scores) : scores;
    test.expected = {lossOf(logs, classes, options.hasWeights ? &weights : nullptr, options)};
    if (isCross) {
        test.expected.push_back(logs);
    }
    test.relativeTolerance = type == DataType::Float32 ? 1e-4 : 3e-2;
    test.absoluteTolerance = type == DataType::Float32 ? 1e-5 : 3e-2;
    return test;
}

} // namespace

void addCases(CaseList& cases)
{
    for (const std::string opType : {"NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"}) {
        for (const std::string reduction : {"none", "sum", "mean"}) {
            for (const bool hasWeights : {false, true}) {
                cases.push_back(lossCase(
                    opType, DataType::Float32, {3, 5, 7}, DataType::Int64, {reduction, hasWeights, {}}));
                cases.push_back(
                    lossCase(opType, DataType::Float32, {4, 3}, DataType::Int32, {reduction, hasWeights, 1}));
            }
        }
        cases.push_back(
            lossCase(opType, DataType::Float32, {2, 3, 2, 1, 3}, DataType::Int64, {"mean", true, -5}));
        cases.push_back(lossCase(opType, DataType::Float32, {0, 3, 2}, DataType::Int64, {"none", false, {}}));
        cases.push_back(lossCase(opType, DataType::Float16, {3, 5, 2}, DataType::Int64, {"mean", true, {}}));
        cases.push_back(lossCase(opType, DataType::BFloat16, {3, 5, 2}, DataType::Int32, {"sum", false, {}}));
        cases.push_back(lossCase(opType, DataType::Float64, {3, 5, 2}, DataType::Int64, {"mean", true, {}}));
        OperatorCase wrong = lossCase(opType, DataType::Float32, {3, 5, 7}, DataType::Int64, {});
        wrong.inputs[1] = randomTensor(DataType::Int64, {3, 5}, 1, 0, 2);
        wrong.expectedError = "expected int32 or int64 of shape [3, 7]";
        cases.push_back(wrong);
        wrong = lossCase(opType, DataType::Float32, {3, 5}, DataType::Int64, {"median", false, {}});
        wrong.expectedError = "reduction is 'median'";
        cases.push_back(wrong);
    }
}

} // namespace weightless::ops::loss
