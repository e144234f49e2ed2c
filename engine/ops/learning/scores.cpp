// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/learning/scores.h"

#include <algorithm>
#include <array>

namespace weightless::ops::learning {

Classification::Classification(const ClassLabels& labels, PostTransform transform)
    : m_labels(labels)
    , m_transform(transform)
    , m_columns(m_labels.count())
{
}

void Classification::add(std::span<const double> scores)
{
    const auto highest = std::ranges::max_element(scores);
    add(scores, static_cast<size_t>(highest - scores.begin()));
}

void Classification::add(std::span<const double> scores, size_t winner)
{
    std::vector<double> own(scores.begin(), scores.end());
    transform(own, m_transform);
    m_winners.push_back(winner);
    m_scores.insert(m_scores.end(), own.begin(), own.end());
    m_columns = own.size();
}

bool Classification::hasComplements(BinaryScores kind) const
{
    return kind == BinaryScores::Complement && m_transform != PostTransform::Logistic;
}

void Classification::addBinary(double score, BinaryScores kind)
{
    addBinary(score, kind, score > (hasComplements(kind) ? 0.5 : 0) ? 1 : 0);
}

void Classification::addBinary(double score, BinaryScores kind, size_t winner)
{
    const bool isComplement = hasComplements(kind);
    std::array<double, 2> both {isComplement ? 1 - score : -score, score};
    // The complement is a probability already.
    if (!isComplement || m_transform == PostTransform::Probit) {
        transform(both, m_transform);
    }
    m_winners.push_back(winner);
    m_scores.insert(m_scores.end(), both.begin(), both.end());
    m_columns = 2;
}

std::vector<HostValue> Classification::values() const
{
    return {makeHostValue(m_labels.chosen(m_winners)),
        makeHostValue(floatMatrix(m_winners.size(), m_columns, m_scores))};
}

} // namespace weightless::ops::learning
