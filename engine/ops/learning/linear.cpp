// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/learning/scores.h"
#include "engine/ops/nodeview.h"

// LinearClassifier and LinearRegressor: a row of coefficients for each class or target.
namespace weightless::ops::learning {

namespace {

// [rows, outputs] of x W^T + b
std::vector<double> products(const Table& table, const std::vector<double>& coefficients,
    const std::vector<double>& intercepts, size_t outputs)
{
    if (coefficients.size() != outputs * table.columns
        || (!intercepts.empty() && intercepts.size() != outputs)) {
        failNode("there are " + std::to_string(coefficients.size()) + " coefficients and "
            + std::to_string(intercepts.size()) + " intercepts, expected "
            + std::to_string(outputs * table.columns) + " and " + std::to_string(outputs));
    }
    std::vector<double> results;
    results.reserve(table.rows * outputs);
    for (size_t row = 0; row < table.rows; ++row) {
        const auto line = table.row(row);
        for (size_t output = 0; output < outputs; ++output) {
            double sum = intercepts.empty() ? 0 : intercepts[output];
            for (size_t i = 0; i < line.size(); ++i) {
                sum += line[i] * coefficients[output * table.columns + i];
            }
            results.push_back(sum);
        }
    }
    return results;
}

std::vector<HostValue> classify(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    const std::vector<double> coefficients = floatsOf(context.attributes, "coefficients");
    const ClassLabels labels(context.attributes, "classlabels_ints", "classlabels_strings");
    const size_t outputs = table.columns == 0 ? 0 : coefficients.size() / table.columns;
    if (outputs == 0) {
        failNode("there are " + std::to_string(coefficients.size()) + " coefficients for "
            + std::to_string(table.columns) + " features");
    }
    const std::vector<double> sums =
        products(table, coefficients, floatsOf(context.attributes, "intercepts"), outputs);
    Classification result(labels, postTransformOf(context.attributes));
    for (size_t row = 0; row < table.rows; ++row) {
        checkStop(context);
        const std::span<const double> scores = std::span(sums).subspan(row * outputs, outputs);
        if (outputs == 1 && labels.count() == 2) {
            result.addBinary(scores[0], BinaryScores::Opposite);
        } else {
            result.add(scores);
        }
    }
    return result.values();
}

std::vector<HostValue> regress(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    const int64_t targets = context.attributes.intOr("targets", 1);
    constexpr int64_t mostTargets = 1 << 24;
    if (targets < 1 || targets > mostTargets) {
        failNode("targets is " + std::to_string(targets));
    }
    const auto outputs = static_cast<size_t>(targets);
    std::vector<double> sums = products(table, floatsOf(context.attributes, "coefficients"),
        floatsOf(context.attributes, "intercepts"), outputs);
    for (size_t row = 0; row < table.rows; ++row) {
        checkStop(context);
        transform(std::span(sums).subspan(row * outputs, outputs), postTransformOf(context.attributes));
    }
    return {makeHostValue(floatMatrix(table.rows, outputs, sums))};
}

} // namespace

void registerLinear(HostRegistry& registry)
{
    addOperator(registry, "LinearClassifier", classify, 1, 1, 2);
    addOperator(registry, "LinearRegressor", regress);
}

} // namespace weightless::ops::learning
