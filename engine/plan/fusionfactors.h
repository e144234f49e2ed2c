// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/fusionpatterns.h"

#include <vector>

namespace weightless::plan {

// What is multiplied: a known number and values.
struct Factors {
    double scale = 1;
    std::vector<ValueId> values;
};

// Takes products apart, through others that nobody else reads.
class FactorWalk {
public:
    FactorWalk(const Specialization& specialization, const UseMap& uses)
        : m_specialization(specialization)
        , m_uses(uses)
    {
    }

    [[nodiscard]] Factors of(const DataflowNode& product) const; // a Mul or Div
    [[nodiscard]] Factors of(ValueId value) const; // itself where no product makes it

private:
    [[nodiscard]] Factors of(const DataflowNode& node, int depth) const;
    void add(Factors& factors, ValueId value, int depth) const;

    const Specialization& m_specialization;
    const UseMap& m_uses;
};

// How far a number may be off that exporters write in the type.
[[nodiscard]] double toleranceOf(DataType type);
[[nodiscard]] bool isAbout(double value, double expected, double tolerance);

} // namespace weightless::plan
