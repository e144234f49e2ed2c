// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"
#include "engine/model/hosttensor.h"
#include "engine/ops/hostoperator.h"
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

struct Body;

struct DataflowNode {
    const ops::Operator* op = nullptr; // from a registry, which outlives every graph
    Attributes attributes;
    std::vector<std::optional<ValueId>> inputs;
    std::vector<ValueId> outputs;
    std::string name;
    const ops::HostOperator* host = nullptr; // the way on the CPU, where the operator has one
    std::vector<std::shared_ptr<const Body>> bodies {}; // of If (then, else), Loop, Scan, SequenceMap
    mutable ops::Prepared prepared {}; // what runs of `host` keep; any thread
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

// A graph in an attribute of a node. It reads values from outside as further inputs, which the node has as
// its own last inputs: whoever waits for the node's inputs waits for those.
struct Body {
    Dataflow dataflow; // inputs: those the operator gives, then the captured values
    size_t formalInputs = 0; // how many the operator gives
    size_t firstCapture = 0; // the first captured value among the node's inputs
    std::vector<TensorDescriptor> declaredInputs {}; // as the outputs
    std::vector<TensorDescriptor> declaredOutputs {}; // as written in the model; free dimensions are 0
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

// What one node yields for what is known of its inputs.
struct Inference {
    std::vector<TensorDescriptor> outputs;
    std::vector<std::shared_ptr<const HostTensor>> known; // null: only the device will know
};

// Infers and folds one node. ops::ValueNeeded where the rule cannot go on without a value; other errors carry
// the node's name and operator. Cancelled when a stop was requested.
[[nodiscard]] Inference inferNode(const Dataflow& dataflow, const DataflowNode& node,
    Specialization& specialization, const PlanOptions& options = {});

// The whole graph for these input shapes (in the order of Dataflow::inputs), where no rule needs a value that
// only a run can tell; Unsupported otherwise. makeSegment() goes on there.
[[nodiscard]] Specialization specialize(
    const Dataflow& dataflow, const std::vector<Shape>& inputShapes, const PlanOptions& options = {});

// "Node '/conv_in/Conv' (Conv)", for messages.
[[nodiscard]] std::string describe(const DataflowNode& node);

} // namespace weightless::plan
