// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"
#include "engine/model/hosttensor.h"
#include "engine/ops/operator.h"
#include "engine/plan/limits.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weightless::plan {

using ValueId = uint32_t;

enum class ValueKind {
    Input, // `index` counts the graph's inputs
    Constant, // hollow; `index` counts the constant store
    Known, // its value is in the specialisation from the start
    Computed, // a node's output
};

struct Value {
    ValueKind kind = ValueKind::Computed;
    size_t index = 0;
    TensorDescriptor descriptor; // as declared; Computed values get theirs from inference
    std::shared_ptr<const HostTensor> known;
    std::string name;
};

struct DataflowNode {
    const ops::Operator* op = nullptr; // from the standard registry, which outlives every graph
    Attributes attributes;
    std::vector<std::optional<ValueId>> inputs;
    std::vector<ValueId> outputs;
    std::string name;
};

// A graph whose operators are resolved, without shapes: nodes in topological order over numbered values.
// Shapes follow from the inputs' shapes by specialising.
struct Dataflow {
    int64_t opset = 17;
    std::vector<Value> values;
    std::vector<DataflowNode> nodes;
    std::vector<ValueId> inputs;
    std::vector<std::pair<std::string, ValueId>> outputs;
};

// What is known of every value once the inputs' shapes are fixed. Indexed by ValueId.
struct Specialization {
    std::vector<TensorDescriptor> descriptors;
    std::vector<std::shared_ptr<const HostTensor>> known; // null: only the device will know
    uint64_t foldedElements = 0; // read and written by folds so far; PlanLimits bounds them
};

// Results with more elements are left to the device even when the CPU could fold them.
inline constexpr int64_t maxFoldedElements = 65536;

// Appends what is known of a declared value (input, constant, known). Its id is the size before the call.
// Unsupported above maxRank dimensions.
void specializeValue(const Value& value, Specialization& specialization);

// Infers one node's outputs, whose ids are the next ones, and folds them where their inputs are known and the
// limits allow. Errors carry the node's name and operator. Cancelled when a stop was requested.
void specializeNode(const Dataflow& dataflow, const DataflowNode& node, Specialization& specialization,
    const PlanOptions& options = {});

// The whole graph for these input shapes (in the order of Dataflow::inputs).
[[nodiscard]] Specialization specialize(
    const Dataflow& dataflow, const std::vector<Shape>& inputShapes, const PlanOptions& options = {});

// "Node '/conv_in/Conv' (Conv)", for messages.
[[nodiscard]] std::string describe(const DataflowNode& node);

} // namespace weightless::plan
