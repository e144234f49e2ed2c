// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/learning/scores.h"
#include "engine/ops/nodeview.h"

// LinearClassifier and LinearRegressor: a row of coefficients for each class or target.
namespace weightless::ops::learning {

namespace {

struct Rows {
    explicit Rows(const Attributes& attributes)
        : coefficients(floatsOf(attributes, "coefficients"))
        , intercepts(floatsOf(attributes, "intercepts"))
        , after(postTransformOf(attributes))
    {
    }

    std::vector<double> coefficients, intercepts;
    PostTransform after;
};

// [rows, outputs] of x W^T + b
std::vector<double> products(const HostContext& context, const Table& table, const Rows& rows, size_t outputs)
{
    if (rows.coefficients.size() != outputs * table.columns
        || (!rows.intercepts.empty() && rows.intercepts.size() != outputs)) {
        failNode("there are " + std::to_string(rows.coefficients.size()) + " coefficients and "
            + std::to_string(rows.intercepts.size()) + " intercepts, expected "
            + std::to_string(outputs * table.columns) + " and " + std::to_string(outputs));
    }
    std::vector<double> results;
    results.reserve(table.rows * outputs);
    for (size_t row = 0; row < table.rows; ++row) {
        checkStop(context);
        const auto line = table.row(row);
        for (size_t output = 0; output < outputs; ++output) {
            double sum = rows.intercepts.empty() ? 0 : rows.intercepts[output];
            for (size_t i = 0; i < line.size(); ++i) {
                sum += line[i] * rows.coefficients[output * table.columns + i];
            }
            results.push_back(sum);
        }
    }
    return results;
}

struct Classifier {
    explicit Classifier(const Attributes& attributes)
        : rows(attributes)
        , labels(attributes, "classlabels_ints", "classlabels_strings")
    {
    }

    Rows rows;
    ClassLabels labels;
};

std::vector<HostValue> classify(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    const auto classifier = context.prepared([&] { return Classifier(context.attributes); });
    const Rows& rows = classifier->rows;
    const size_t outputs = table.columns == 0 ? 0 : rows.coefficients.size() / table.columns;
    if (outputs == 0) {
        failNode("there are " + std::to_string(rows.coefficients.size()) + " coefficients for "
            + std::to_string(table.columns) + " features");
    }
    const std::vector<double> sums = products(context, table, rows, outputs);
    Classification result(classifier->labels, rows.after);
    for (size_t row = 0; row < table.rows; ++row) {
        const std::span<const double> scores = std::span(sums).subspan(row * outputs, outputs);
        if (outputs == 1 && classifier->labels.count() == 2) {
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
    const auto rows = context.prepared([&] { return Rows(context.attributes); });
    std::vector<double> sums = products(context, table, *rows, outputs);
    for (size_t row = 0; row < table.rows; ++row) {
        transform(std::span(sums).subspan(row * outputs, outputs), rows->after);
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
