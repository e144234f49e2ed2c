// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/reference/comparison.h"

#include <QCoreApplication>
#include <QString>

namespace weightless::ui {

// How an output compares with what it should be, in words.
class ComparisonText {
    Q_DECLARE_TR_FUNCTIONS(ComparisonText)

public:
    // Short, for a cell: "✓ as expected", "✗ 3 of 10 elements differ".
    static QString verdict(const Comparison& comparison);
    // The greatest difference; empty where there are no numbers to tell it of.
    static QString difference(const std::optional<Distance>& distance);
    // Some lines: where it is not as expected, and how far from it the whole is.
    static QString details(const Comparison& comparison, const std::optional<Distance>& distance);

private:
    static QString place(const Comparison& comparison);
    static QString firstMismatch(const Comparison& comparison);
    static QString reason(const Comparison& comparison);
};

} // namespace weightless::ui
