// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusionfactors.h"

#include <cmath>

namespace weightless::plan {

namespace {

// Exporters nest no deeper; a hostile chain of products is not walked from each of its nodes.
constexpr int deepest = 3;

} // namespace

Factors FactorWalk::of(const DataflowNode& product) const
{
    return of(product, 0);
}

Factors FactorWalk::of(ValueId value) const
{
    Factors factors;
    add(factors, value, 0);
    return factors;
}

Factors FactorWalk::of(const DataflowNode& node, int depth) const
{
    Factors factors;
    if (isOnnx(node, "Div")) {
        const auto divisor = knownScalar(m_specialization, node.inputs[1]);
        if (!divisor || *divisor == 0) {
            return {.values = {node.outputs[0]}};
        }
        add(factors, *node.inputs[0], depth);
        factors.scale /= static_cast<double>(*divisor);
        return factors;
    }
    for (const auto& input : node.inputs) {
        add(factors, *input, depth);
    }
    return factors;
}

void FactorWalk::add(Factors& factors, ValueId value, int depth) const
{
    if (const auto number = knownScalar(m_specialization, value)) {
        factors.scale *= static_cast<double>(*number);
        return;
    }
    const DataflowNode* product = m_uses.soleProducer(value, "Mul");
    product = product != nullptr ? product : m_uses.soleProducer(value, "Div");
    if (product == nullptr || depth == deepest) {
        factors.values.push_back(value);
        return;
    }
    const Factors inner = of(*product, depth + 1);
    factors.scale *= inner.scale;
    factors.values.insert(factors.values.end(), inner.values.begin(), inner.values.end());
}

double toleranceOf(DataType type)
{
    return type == DataType::Float32 ? 1e-5 : type == DataType::Float16 ? 2e-3 : 8e-3;
}

bool isAbout(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance * expected;
}

} // namespace weightless::plan
