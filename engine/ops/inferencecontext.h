// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"
#include "engine/model/hosttensor.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace weightless::ops {

struct Operator;

// One input of a node while shapes are inferred: what it is, and its values where they are known before any
// device exists (small constants and folded shape arithmetic).
struct InferenceInput {
    TensorDescriptor descriptor;
    const HostTensor* value = nullptr;
};

// What a shape rule works on. It checks everything that can be checked without data and sets every output's
// descriptor. All failures are thrown as Error by fail()/unsupported(); the planner adds the node's name.
class InferenceContext {
public:
    InferenceContext(const Operator& op, const Attributes& attributes, int64_t opset,
        std::vector<std::optional<InferenceInput>> inputs, size_t outputCount);

    [[nodiscard]] const Operator& op() const { return *m_operator; }
    [[nodiscard]] const Attributes& attributes() const { return *m_attributes; }
    [[nodiscard]] int64_t opset() const
    {
        return m_opset;
    } // the model's, for rules that changed within one entry

    // Slots written in the node; an omitted optional input counts and hasInput() is false for it.
    [[nodiscard]] size_t inputCount() const { return m_inputs.size(); }
    [[nodiscard]] bool hasInput(size_t index) const;
    [[nodiscard]] const TensorDescriptor& input(size_t index) const; // InvalidArgument when absent
    [[nodiscard]] const Shape& shape(size_t index) const { return input(index).shape; }
    [[nodiscard]] DataType type(size_t index) const { return input(index).type; }

    // Null when absent or unknown before run time.
    [[nodiscard]] const HostTensor* value(size_t index) const;
    // Values that the output's shape depends on; Unsupported, naming the input, when they are not known.
    [[nodiscard]] std::vector<int64_t> requireInts(size_t index, const char* inputName) const;

    [[nodiscard]] size_t outputCount() const { return m_outputs.size(); }
    void setOutput(size_t index, DataType type, Shape shape);
    [[nodiscard]] const std::vector<TensorDescriptor>& outputs() const { return m_outputs; }

    [[noreturn]] void fail(const std::string& what) const; // InvalidArgument
    [[noreturn]] void unsupported(const std::string& what) const;

    // A possibly negative axis into [0, rank); fails naming both otherwise.
    [[nodiscard]] size_t normalizedAxis(int64_t axis, size_t rank) const;
    // Several axes, each normalised, none twice, in the order given.
    [[nodiscard]] std::vector<size_t> normalizedAxes(const std::vector<int64_t>& axes, size_t rank) const;
    void requireSameType(size_t first, size_t second) const;
    void requireRank(size_t index, size_t rank) const;

private:
    const Operator* m_operator;
    const Attributes* m_attributes;
    int64_t m_opset;
    std::vector<std::optional<InferenceInput>> m_inputs;
    std::vector<TensorDescriptor> m_outputs;
};

// ONNX multidirectional broadcasting; nullopt when the shapes do not go together.
[[nodiscard]] std::optional<Shape> broadcast(const Shape& a, const Shape& b);

} // namespace weightless::ops
