// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine/plan/onnxsketch.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weightless::testing {

// Attention in the operators that exporters write it in.
class AttentionSketch : public OnnxSketch {
public:
    plan::ValueId transposed(plan::ValueId x, std::vector<int64_t> perm)
    {
        Attributes attributes;
        attributes.set("perm", std::move(perm));
        return node("Transpose", {x}, attributes);
    }
    plan::ValueId reshaped(plan::ValueId x, const Shape& shape)
    {
        return node("Reshape", {x, integers(shape)});
    }
    plan::ValueId attention(
        plan::ValueId q, plan::ValueId kTransposed, plan::ValueId v, std::optional<plan::ValueId> mask = {})
    {
        const plan::ValueId product = node("MatMul", {q, kTransposed});
        return node("MatMul", {node("Softmax", {mask ? node("Add", {product, mask}) : product}), v});
    }
    plan::ValueId castTo(plan::ValueId x, DataType type)
    {
        Attributes attributes;
        attributes.set("to", static_cast<int64_t>(type));
        return node("Cast", {x}, attributes);
    }
    // Nodes that are left after fusion and make what a device must.
    [[nodiscard]] std::vector<std::string> operatorsLeft() const
    {
        std::vector<std::string> names;
        for (const plan::DataflowNode& node : plan::fuse(dataflow, specialized())) {
            names.emplace_back(node.op->name);
        }
        return names;
    }
};

} // namespace weightless::testing
