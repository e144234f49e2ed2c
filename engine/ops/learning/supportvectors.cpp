// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/learning.h"
#include "engine/ops/learning/scores.h"
#include "engine/ops/nodeview.h"

#include <algorithm>
#include <array>
#include <cmath>

// SVMClassifier and SVMRegressor.
namespace weightless::ops::learning {

namespace {

class Kernel {
public:
    explicit Kernel(const Attributes& attributes)
    {
        constexpr std::array<std::string_view, 4> kinds {"LINEAR", "POLY", "RBF", "SIGMOID"};
        const std::string kind = attributes.stringOr("kernel_type", "LINEAR");
        const auto found = std::ranges::find(kinds, kind);
        if (found == kinds.end()) {
            failNode("kernel_type is '" + kind + "', expected LINEAR, POLY, RBF or SIGMOID");
        }
        m_kind = static_cast<Kind>(found - kinds.begin());
        const std::vector<double> parameters = floatsOf(attributes, "kernel_params");
        if (parameters.size() >= 3) {
            m_gamma = parameters[0];
            m_coefficient = parameters[1];
            m_degree = parameters[2];
        } else if (m_kind != Kind::Linear) {
            failNode("kernel_params has " + std::to_string(parameters.size()) + " values, expected three");
        }
    }

    [[nodiscard]] double operator()(std::span<const double> a, std::span<const double> b) const
    {
        double sum = 0;
        if (m_kind == Kind::Radial) {
            for (size_t i = 0; i < a.size(); ++i) {
                sum += (a[i] - b[i]) * (a[i] - b[i]);
            }
            return std::exp(-m_gamma * sum);
        }
        for (size_t i = 0; i < a.size(); ++i) {
            sum += a[i] * b[i];
        }
        return m_kind == Kind::Polynomial ? std::pow(m_gamma * sum + m_coefficient, m_degree)
            : m_kind == Kind::Sigmoid     ? std::tanh(m_gamma * sum + m_coefficient)
                                          : sum;
    }

private:
    enum class Kind { Linear, Polynomial, Radial, Sigmoid };

    Kind m_kind = Kind::Linear;
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

// One row of coefficients, or one for each support vector.
struct Regressor {
    explicit Regressor(const Attributes& attributes)
        : kernel(attributes)
        , coefficients(floatsOf(attributes, "coefficients"))
        , vectors(floatsOf(attributes, "support_vectors"))
        , supports(attributes.intOr("n_supports", 0))
        , isOneClass(attributes.intOr("one_class", 0) != 0)
        , after(postTransformOf(attributes))
    {
        const std::vector<double> rhos = floatsOf(attributes, "rho");
        requireCount(rhos.size(), 1, "values of rho");
        rho = rhos[0];
    }

    void requireColumns(size_t columns) const
    {
        requireCount(
            coefficients.size(), supports <= 0 ? columns : static_cast<size_t>(supports), "coefficients");
        if (supports > 0) {
            requireCount(vectors.size(), coefficients.size() * columns, "elements of support vectors");
        }
    }

    [[nodiscard]] double operator()(std::span<const double> row) const
    {
        double sum = rho;
        if (supports <= 0) {
            sum += kernel(row, coefficients);
        } else {
            for (size_t i = 0; i < coefficients.size(); ++i) {
                const auto support = std::span(vectors).subspan(i * row.size(), row.size());
                sum += coefficients[i] * kernel(row, support);
            }
        }
        return isOneClass ? (sum > 0 ? 1 : -1) : sum;
    }

    Kernel kernel;
    std::vector<double> coefficients, vectors;
    int64_t supports;
    bool isOneClass;
    PostTransform after;
    double rho = 0;
};

std::vector<HostValue> regress(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    const auto regressor = context.prepared([&] { return Regressor(context.attributes); });
    regressor->requireColumns(table.columns);
    std::vector<double> results;
    for (size_t row = 0; row < table.rows; ++row) {
        checkStop(context);
        results.push_back((*regressor)(table.row(row)));
        transform({&results.back(), 1}, regressor->after);
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
    explicit Pairs(const Attributes& attributes)
        : m_kernel(attributes)
        , m_labels(attributes, "classlabels_ints", "classlabels_strings")
        , m_after(postTransformOf(attributes))
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
        requireCount(
            m_coefficients.size(), (classes() - std::min<size_t>(classes(), 1)) * m_supports, "coefficients");
        requireCount(m_rho.size(), pairs, "values of rho");
        if (hasProbabilities()) {
            requireCount(m_probA.size(), pairs, "values of prob_a");
            requireCount(m_probB.size(), pairs, "values of prob_b");
        }
        requireCount(m_labels.count(), classes(), "labels");
    }

    void requireColumns(size_t columns) const
    {
        requireCount(m_vectors.size(), m_supports * columns, "elements of support vectors");
    }

    [[nodiscard]] size_t classes() const { return m_counts.size(); }
    [[nodiscard]] const ClassLabels& labels() const { return m_labels; }
    [[nodiscard]] PostTransform after() const { return m_after; }
    [[nodiscard]] bool hasProbabilities() const { return !m_probA.empty(); }

    struct Decision {
        std::vector<double> scores; // of each pair
        std::vector<size_t> votes; // for each class
    };

    [[nodiscard]] Decision decide(std::span<const double> row) const
    {
        std::vector<double> kernels(m_supports);
        for (size_t i = 0; i < m_supports; ++i) {
            kernels[i] = m_kernel(row, std::span(m_vectors).subspan(i * row.size(), row.size()));
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
    ClassLabels m_labels;
    PostTransform m_after;
    size_t m_supports = 0;
    std::vector<double> m_coefficients, m_vectors, m_rho, m_probA, m_probB;
    std::vector<size_t> m_starts, m_counts;
};

// Without support vectors: a row of coefficients for each class.
struct LinearRows {
    explicit LinearRows(const Attributes& attributes)
        : kernel(attributes)
        , labels(attributes, "classlabels_ints", "classlabels_strings")
        , coefficients(floatsOf(attributes, "coefficients"))
        , after(postTransformOf(attributes))
    {
        const std::vector<double> rhos = floatsOf(attributes, "rho");
        if (rhos.empty()) {
            failNode("rho is missing");
        }
        rho = rhos[0];
    }

    Kernel kernel;
    ClassLabels labels;
    std::vector<double> coefficients;
    PostTransform after;
    double rho = 0;
};

std::vector<HostValue> classifyLinear(const HostContext& context, const Table& table)
{
    const auto rows = context.prepared([&] { return LinearRows(context.attributes); });
    requireCount(rows->coefficients.size(), rows->labels.count() * table.columns, "coefficients");
    Classification result(rows->labels, rows->after);
    for (size_t row = 0; row < table.rows; ++row) {
        checkStop(context);
        std::vector<double> scores;
        for (size_t c = 0; c < rows->labels.count(); ++c) {
            const auto own = std::span(rows->coefficients).subspan(c * table.columns, table.columns);
            scores.push_back(rows->kernel(table.row(row), own) + rows->rho);
        }
        result.add(scores);
    }
    return result.values();
}

std::vector<HostValue> classify(const HostContext& context)
{
    const Table table = tableOf(context.tensor(0));
    if (intsOf(context.attributes, "vectors_per_class").empty()) {
        return classifyLinear(context, table);
    }
    const auto kept = context.prepared([&] { return Pairs(context.attributes); });
    const Pairs& pairs = *kept;
    pairs.requireColumns(table.columns);
    Classification result(pairs.labels(), pairs.after());
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
