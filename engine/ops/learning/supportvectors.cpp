// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/learning/scores.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <cmath>

// SVMClassifier and SVMRegressor.
namespace weightless::ops::learning {

namespace {

class Kernel {
public:
    explicit Kernel(const Attributes& attributes)
        : m_kind(attributes.stringOr("kernel_type", "LINEAR"))
    {
        const std::vector<double> parameters = floatsOf(attributes, "kernel_params");
        if (m_kind != "LINEAR" && m_kind != "POLY" && m_kind != "RBF" && m_kind != "SIGMOID") {
            failNode("kernel_type is '" + m_kind + "', expected LINEAR, POLY, RBF or SIGMOID");
        }
        if (parameters.size() >= 3) {
            m_gamma = parameters[0];
            m_coefficient = parameters[1];
            m_degree = parameters[2];
        } else if (m_kind != "LINEAR") {
            failNode("kernel_params has " + std::to_string(parameters.size()) + " values, expected three");
        }
    }

    [[nodiscard]] double operator()(std::span<const double> a, std::span<const double> b) const
    {
        double sum = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            sum += m_kind == "RBF" ? (a[i] - b[i]) * (a[i] - b[i]) : a[i] * b[i];
        }
        return m_kind == "RBF"    ? std::exp(-m_gamma * sum)
            : m_kind == "POLY"    ? std::pow(m_gamma * sum + m_coefficient, m_degree)
            : m_kind == "SIGMOID" ? std::tanh(m_gamma * sum + m_coefficient)
                                  : sum;
    }

private:
    std::string m_kind;
    double m_gamma = 0;
    double m_coefficient = 0;
    double m_degree = 0;
};

void requireCount(size_t given, size_t expected, const char* what)
{
    if (given != expected) {
        failNode(
            "there are " + std::to_string(given) + " " + what + ", expected " + std::to_string(expected));
    }
}

std::vector<HostValue> regress(const HostContext& context)
{
    const Attributes& attributes = context.attributes;
    const Table table = tableOf(context.tensor(0));
    const Kernel kernel(attributes);
    const std::vector<double> coefficients = floatsOf(attributes, "coefficients");
    const std::vector<double> vectors = floatsOf(attributes, "support_vectors");
    const std::vector<double> rho = floatsOf(attributes, "rho");
    const int64_t supports = attributes.intOr("n_supports", 0);
    const bool isLinear = supports <= 0;
    requireCount(rho.size(), 1, "values of rho");
    requireCount(
        coefficients.size(), isLinear ? table.columns : static_cast<size_t>(supports), "coefficients");
    if (!isLinear) {
        requireCount(vectors.size(), coefficients.size() * table.columns, "elements of support vectors");
    }
    std::vector<double> results;
    for (size_t row = 0; row < table.rows; ++row) {
        checkStop(context);
        double sum = rho[0];
        if (isLinear) {
            sum += kernel(table.row(row), coefficients);
        } else {
            for (size_t i = 0; i < coefficients.size(); ++i) {
                const auto support = std::span(vectors).subspan(i * table.columns, table.columns);
                sum += coefficients[i] * kernel(table.row(row), support);
            }
        }
        results.push_back(attributes.intOr("one_class", 0) != 0 ? (sum > 0 ? 1 : -1) : sum);
    }
    for (double& result : results) {
        transform({&result, 1}, postTransformOf(attributes));
    }
    return {makeHostValue(floatMatrix(table.rows, 1, results))};
}

// Probabilities of classes from those of each pair (Wu, Lin and Weng, "Probability estimates for multi-class
// classification by pairwise coupling", second method).
std::vector<double> coupled(const std::vector<double>& pairs, size_t count)
{
    std::vector<double> p(count, 1.0 / static_cast<double>(count));
    std::vector<double> q(count * count, 0.0);
    for (size_t t = 0; t < count; ++t) {
        for (size_t j = 0; j < count; ++j) {
            if (j != t) {
                q[t * count + t] += pairs[j * count + t] * pairs[j * count + t];
                q[t * count + j] = -pairs[j * count + t] * pairs[t * count + j];
            }
        }
    }
    std::vector<double> qp(count);
    const double tolerance = 0.005 / static_cast<double>(count);
    for (int round = 0; round < 100; ++round) {
        double pqp = 0;
        for (size_t t = 0; t < count; ++t) {
            qp[t] = 0;
            for (size_t j = 0; j < count; ++j) {
                qp[t] += q[t * count + j] * p[j];
            }
            pqp += p[t] * qp[t];
        }
        const bool isDone =
            std::ranges::all_of(qp, [&](double value) { return std::fabs(value - pqp) < tolerance; });
        if (isDone) {
            break;
        }
        for (size_t t = 0; t < count; ++t) {
            const double step = (pqp - qp[t]) / q[t * count + t];
            p[t] += step;
            pqp = (pqp + step * (step * q[t * count + t] + 2 * qp[t])) / (1 + step) / (1 + step);
            for (size_t j = 0; j < count; ++j) {
                qp[j] = (qp[j] + step * q[t * count + j]) / (1 + step);
                p[j] /= 1 + step;
            }
        }
    }
    return p;
}

// One classifier for each pair of classes, which vote.
class Pairs {
public:
    Pairs(const Attributes& attributes, size_t columns)
        : m_kernel(attributes)
        , m_columns(columns)
        , m_coefficients(floatsOf(attributes, "coefficients"))
        , m_vectors(floatsOf(attributes, "support_vectors"))
        , m_rho(floatsOf(attributes, "rho"))
        , m_probA(floatsOf(attributes, "prob_a"))
        , m_probB(floatsOf(attributes, "prob_b"))
    {
        for (const int64_t count : intsOf(attributes, "vectors_per_class")) {
            if (count < 0 || static_cast<uint64_t>(count) > m_vectors.size()) {
                failNode("vectors_per_class has " + std::to_string(count));
            }
            m_starts.push_back(m_supports);
            m_counts.push_back(static_cast<size_t>(count));
            m_supports += static_cast<size_t>(count);
        }
        const size_t pairs = classes() * (classes() - std::min<size_t>(classes(), 1)) / 2;
        requireCount(m_vectors.size(), m_supports * columns, "elements of support vectors");
        requireCount(
            m_coefficients.size(), (classes() - std::min<size_t>(classes(), 1)) * m_supports, "coefficients");
        requireCount(m_rho.size(), pairs, "values of rho");
        if (hasProbabilities()) {
            requireCount(m_probA.size(), pairs, "values of prob_a");
            requireCount(m_probB.size(), pairs, "values of prob_b");
        }
    }

    [[nodiscard]] size_t classes() const { return m_counts.size(); }
    [[nodiscard]] bool hasProbabilities() const { return !m_probA.empty(); }

    struct Decision {
        std::vector<double> scores; // of each pair
        std::vector<size_t> votes; // for each class
    };

    [[nodiscard]] Decision decide(std::span<const double> row) const
    {
        std::vector<double> kernels(m_supports);
        for (size_t i = 0; i < m_supports; ++i) {
            kernels[i] = m_kernel(row, std::span(m_vectors).subspan(i * m_columns, m_columns));
        }
        Decision decision {{}, std::vector<size_t>(classes(), 0)};
        for (size_t i = 0; i < classes(); ++i) {
            for (size_t j = i + 1; j < classes(); ++j) {
                // The coefficients of class i against j stand in line j - 1, those of j against i in line i.
                const double sum =
                    part(kernels, i, j - 1) + part(kernels, j, i) + m_rho[decision.scores.size()];
                decision.scores.push_back(sum);
                ++decision.votes[sum > 0 ? i : j];
            }
        }
        return decision;
    }

    [[nodiscard]] std::vector<double> probabilities(const Decision& decision) const
    {
        std::vector<double> pairs(classes() * classes(), 0.0);
        size_t pair = 0;
        for (size_t i = 0; i < classes(); ++i) {
            for (size_t j = i + 1; j < classes(); ++j, ++pair) {
                const double exponent = decision.scores[pair] * m_probA[pair] + m_probB[pair];
                const double p = std::clamp(1 / (1 + std::exp(exponent)), 1e-7, 1 - 1e-7);
                pairs[i * classes() + j] = p;
                pairs[j * classes() + i] = 1 - p;
            }
        }
        return coupled(pairs, classes());
    }

private:
    [[nodiscard]] double part(const std::vector<double>& kernels, size_t of, size_t line) const
    {
        double sum = 0;
        for (size_t i = m_starts[of]; i < m_starts[of] + m_counts[of]; ++i) {
            sum += m_coefficients[line * m_supports + i] * kernels[i];
        }
        return sum;
    }

    Kernel m_kernel;
    size_t m_columns;
    size_t m_supports = 0;
    std::vector<double> m_coefficients, m_vectors, m_rho, m_probA, m_probB;
    std::vector<size_t> m_starts, m_counts;
};

// Without support vectors: a row of coefficients for each class.
std::vector<HostValue> classifyLinear(
    const HostContext& context, const Table& table, const ClassLabels& labels)
{
    const Kernel kernel(context.attributes);
    const std::vector<double> coefficients = floatsOf(context.attributes, "coefficients");
    const std::vector<double> rho = floatsOf(context.attributes, "rho");
    requireCount(coefficients.size(), labels.count() * table.columns, "coefficients");
    if (rho.empty()) {
        failNode("rho is missing");
    }
    Classification result(labels, postTransformOf(context.attributes));
    for (size_t row = 0; row < table.rows; ++row) {
        checkStop(context);
        std::vector<double> scores;
        for (size_t c = 0; c < labels.count(); ++c) {
            scores.push_back(
                kernel(table.row(row), std::span(coefficients).subspan(c * table.columns, table.columns))
                + rho[0]);
        }
        result.add(scores);
    }
    return result.values();
}

std::vector<HostValue> classify(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    const ClassLabels labels(context.attributes, "classlabels_ints", "classlabels_strings");
    if (intsOf(context.attributes, "vectors_per_class").empty()) {
        return classifyLinear(context, table, labels);
    }
    const Pairs pairs(context.attributes, table.columns);
    requireCount(labels.count(), pairs.classes(), "labels");
    Classification result(labels, postTransformOf(context.attributes));
    for (size_t row = 0; row < table.rows; ++row) {
        checkStop(context);
        const Pairs::Decision decision = pairs.decide(table.row(row));
        // Votes decide, probabilities or not: libsvm's most probable class may be another one.
        const auto winner =
            static_cast<size_t>(std::ranges::max_element(decision.votes) - decision.votes.begin());
        if (pairs.hasProbabilities()) {
            result.add(pairs.probabilities(decision), winner);
        } else if (pairs.classes() == 2) {
            // A positive score is a vote for the first class and stands in the second one's column all the
            // same: that is what ONNX's reference and ONNX Runtime yield, and what converters expect.
            result.addBinary(decision.scores[0], BinaryScores::Opposite, winner);
        } else {
            result.add(decision.scores, winner);
        }
    }
    return result.values();
}

} // namespace

void registerSupportVectors(HostRegistry& registry)
{
    addOperator(registry, "SVMRegressor", regress);
    addOperator(registry, "SVMClassifier", classify, 1, 1, 2);
}

} // namespace weightless::ops::learning
