// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/fusiongelu.h"

#include "engine/plan/fusionfactors.h"
#include "engine/plan/fusionhalves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weightless::plan {

namespace {

struct Gelu {
    ValueId argument = 0;
    bool isTanh = false;
    std::optional<ValueId> gated; // what it is multiplied with
};

class GeluMatch {
public:
    GeluMatch(const Specialization& specialization, const UseMap& uses, DataType type)
        : m_specialization(specialization)
        , m_uses(uses)
        , m_factors(specialization, uses)
        , m_tolerance(toleranceOf(type))
    {
    }

    [[nodiscard]] std::optional<Gelu> match(const DataflowNode& product) const
    {
        const Factors factors = m_factors.of(product);
        if (factors.values.size() == 2 && isAbout(factors.scale, 1, m_tolerance)) {
            return matchOperator(factors);
        }
        if (!isAbout(factors.scale, 0.5, m_tolerance) || factors.values.size() < 2
            || factors.values.size() > 3) {
            return std::nullopt;
        }
        for (size_t i = 0; i < factors.values.size(); ++i) {
            std::vector<ValueId> others = factors.values;
            others.erase(others.begin() + static_cast<ptrdiff_t>(i));
            if (const auto found = matchSum(factors.values[i], others)) {
                return found;
            }
        }
        return std::nullopt;
    }

private:
    // The operand of a sum of two beside one that `isOther`.
    template <typename Predicate>
    [[nodiscard]] std::optional<ValueId> addend(ValueId sum, Predicate isOther) const
    {
        const DataflowNode* add = m_uses.soleProducer(sum, "Add");
        for (const size_t i : {0u, 1u}) {
            if (add != nullptr && isOther(*add->inputs[i])) {
                return add->inputs[1 - i];
            }
        }
        return std::nullopt;
    }

    // `sum` is 1 + Erf or Tanh of what belongs to one of `others`.
    [[nodiscard]] std::optional<Gelu> matchSum(ValueId sum, const std::vector<ValueId>& others) const
    {
        const auto curve = addend(sum, [&](ValueId value) {
            const auto number = knownScalar(m_specialization, value);
            return number && *number == 1;
        });
        const DataflowNode* erf = m_uses.soleProducer(curve, "Erf");
        const DataflowNode* tanh = m_uses.soleProducer(curve, "Tanh");
        for (size_t i = 0; (erf != nullptr || tanh != nullptr) && i < others.size(); ++i) {
            if (erf != nullptr ? isScaled(*erf->inputs[0], others[i]) : isBent(*tanh->inputs[0], others[i])) {
                Gelu gelu {.argument = others[i], .isTanh = tanh != nullptr, .gated = {}};
                if (others.size() == 2) {
                    gelu.gated = others[1 - i];
                }
                return gelu;
            }
        }
        return std::nullopt;
    }

    // x / sqrt 2
    [[nodiscard]] bool isScaled(ValueId value, ValueId x) const
    {
        const Factors factors = m_factors.of(value);
        return factors.values == std::vector {x}
        && isAbout(factors.scale, 1 / std::numbers::sqrt2, m_tolerance);
    }

    // sqrt(2 / pi) * (x + 0.044715 x³)
    [[nodiscard]] bool isBent(ValueId value, ValueId x) const
    {
        const Factors outer = m_factors.of(value);
        if (outer.values.size() != 1 || !isAbout(outer.scale, std::sqrt(2 / std::numbers::pi), m_tolerance)) {
            return false;
        }
        const auto cubic = addend(outer.values[0], [&](ValueId each) { return each == x; });
        const Factors factors = cubic ? m_factors.of(*cubic) : Factors {};
        return cubic && isAbout(factors.scale, 0.044715, m_tolerance)
            && (factors.values == std::vector {x, x, x}
                || (factors.values.size() == 1 && isCube(factors.values[0], x)));
    }

    [[nodiscard]] bool isCube(ValueId value, ValueId x) const
    {
        const DataflowNode* power = m_uses.soleProducer(value, "Pow");
        return power != nullptr && power->inputs[0] == x
            && knownScalar(m_specialization, power->inputs[1]) == 3.0f;
    }

    // One of two factors is an operator Gelu.
    [[nodiscard]] std::optional<Gelu> matchOperator(const Factors& factors) const
    {
        for (const size_t i : {0u, 1u}) {
            if (const DataflowNode* gelu = m_uses.soleProducer(factors.values[i], "Gelu")) {
                return Gelu {.argument = *gelu->inputs[0],
                    .isTanh = gelu->attributes.stringOr("approximate", "none") == "tanh",
                    .gated = factors.values[1 - i]};
            }
        }
        return std::nullopt;
    }

    const Specialization& m_specialization;
    const UseMap& m_uses;
    FactorWalk m_factors;
    double m_tolerance;
};

} // namespace

std::optional<DataflowNode> matchGelu(const Dataflow& dataflow, const Specialization& specialization,
    const UseMap& uses, const DataflowNode& node)
{
    constexpr int64_t firstWithGelu = 20;
    if (!isOnnx(node, "Mul") && !isOnnx(node, "Div")) {
        return std::nullopt;
    }
    const TensorDescriptor& result = specialization.descriptors[node.outputs[0]];
    if (!isFusedType(result.type) || specialization.known[node.outputs[0]] != nullptr) {
        return std::nullopt;
    }
    const auto gelu = GeluMatch(specialization, uses, result.type).match(node);
    if (!gelu || specialization.descriptors[gelu->argument] != result) {
        return std::nullopt;
    }
    DataflowNode fused;
    fused.name = node.name;
    fused.outputs = node.outputs;
    if (gelu->gated) {
        const auto whole = wholeOf(specialization, uses, *gelu->gated, gelu->argument);
        if (!whole) {
            return std::nullopt; // the Gelu alone is found where it ends
        }
        fused.op = ops::standardRegistry().find("weightless", "GatedGelu", dataflow.opset);
        fused.inputs = {whole};
    } else {
        fused.op = ops::standardRegistry().find("", "Gelu", std::max(dataflow.opset, firstWithGelu));
        fused.inputs = {gelu->argument};
    }
    if (gelu->isTanh) {
        fused.attributes.set("approximate", std::string("tanh"));
    }
    return fused.op != nullptr ? std::optional(std::move(fused)) : std::nullopt;
}

} // namespace weightless::plan
