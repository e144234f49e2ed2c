// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/learning/learning.h"

namespace weightless::ops::learning {

// How one score of two classes becomes two: the first class gets 1 - s, or -s. With LOGISTIC it is always -s,
// and the logistics of both add up to one.
enum class BinaryScores { Complement, Opposite };

// Labels and scores, row by row; what a classifier's two outputs are.
class Classification {
public:
    // The labels have to outlive it.
    Classification(const ClassLabels& labels, PostTransform transform);

    // A score for each class; the highest wins, the first of equals.
    void add(std::span<const double> scores);
    // The same where the winner is known.
    void add(std::span<const double> scores, size_t winner);
    // Of two classes; the one with the higher score wins, the first of equals.
    void addBinary(double score, BinaryScores kind);
    void addBinary(double score, BinaryScores kind, size_t winner);

    [[nodiscard]] std::vector<HostValue> values() const;

private:
    [[nodiscard]] bool hasComplements(BinaryScores kind) const;

    const ClassLabels& m_labels;
    PostTransform m_transform;
    std::vector<size_t> m_winners;
    std::vector<double> m_scores;
    size_t m_columns = 0;
};

} // namespace weightless::ops::learning
