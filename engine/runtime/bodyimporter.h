// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/plan/dataflow.h"
#include "engine/runtime/widening.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weightless {

class WeightsType;
struct ClampedConstant;

// What is visible by name where a node stands.
class Scope {
public:
    Scope() = default;
    virtual ~Scope() = default;
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    // A value of this scope, captured from outside where need be. Constants that nothing in the scope uses
    // yet are none: whoever uses one declares it, so that a branch that is not taken needs none of its own.
    [[nodiscard]] virtual std::optional<plan::ValueId> valueOf(const std::string& name) = 0;
    [[nodiscard]] virtual std::shared_ptr<const ConstantInfo> constantOf(const std::string& name) = 0;
    // The value of what valueOf() gave, where it is the same in every run; else null.
    [[nodiscard]] virtual std::shared_ptr<const HostTensor> knownOf(const std::string& name) const = 0;
    // Those of this scope, captured ones among them once valueOf() gave them.
    [[nodiscard]] virtual const WidenedValues& widened() const = 0;
};

// What the constants of bodies become in the graph, the same for the same constant.
struct BodyConstants {
    std::function<std::shared_ptr<const ConstantInfo>(
        const std::shared_ptr<const ConstantInfo>&, const std::string& name)>
        declared; // itself, or one of another type, given what nodes call it
    std::function<size_t(const std::shared_ptr<const ConstantInfo>&)>
        indexOf; // in the store, of a declared one
    const WeightsType& weightsType;
    std::function<void(ClampedConstant)> noteClamped;
};

inline constexpr size_t maxBodyDepth = 32;

// Gives a control-flow node its bodies, and what they capture as further inputs. InvalidArgument: a missing
// graph, a name that nothing defines, more than maxBodyDepth graphs inside each other. Unsupported: an
// operator that is not known.
void attachBodies(plan::DataflowNode& node, const Node& source, Scope& scope, int64_t opset,
    const BodyConstants& constants, size_t depth = 1);

// A node's name for people: its own, or that of its first output.
[[nodiscard]] std::string displayName(const Node& node);

// The tensor of a Constant node of ONNX's own domain, also of text; null for every other node, and for
// numbers that are attributes.
[[nodiscard]] std::shared_ptr<const ConstantInfo> constantOfNode(const Node& node);

} // namespace weightless
