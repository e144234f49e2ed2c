// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace weightless {

// What calls may become altogether: a few functions that call each other twice grow without bound. The
// largest models have some ten thousand nodes.
inline constexpr size_t maxInlinedNodes = 250'000;
// Of names and attributes, which each call has anew.
inline constexpr uint64_t maxInlinedBytes = uint64_t {512} << 20;
inline constexpr size_t maxFunctionDepth = 64;

// A model's functions by name, and what their calls come to before one of them is replaced. The model
// outlives it.
class FunctionTable {
public:
    explicit FunctionTable(const Model& model);

    // The function that the node calls; null for any other node.
    [[nodiscard]] const ModelFunction* find(const Node& node) const;

    // InvalidArgument: more arguments than the function has. Unsupported: a function of another version of
    // ONNX's operators than the model's, one of whose operators is not the same in both.
    void checkCall(const Node& node, const ModelFunction& function);

    // `depth`, unless functions and graphs stand inside each other deeper than maxFunctionDepth:
    // InvalidArgument.
    static size_t checkedDepth(size_t depth, const Node& node);

    // How many nodes these become, with the calls themselves, in time that does not grow with that number.
    // Unsupported where calls add more than maxInlinedNodes; InvalidArgument as checkedDepth().
    [[nodiscard]] size_t inlinedNodeCount(const std::vector<Node>& nodes);

private:
    // An operator that the model's opset has not as the function's has it; empty where there is none.
    [[nodiscard]] std::string changedOperator(
        const std::vector<Node>& nodes, int64_t opset, size_t depth) const;
    [[nodiscard]] size_t countOf(const std::vector<Node>& nodes, size_t depth);
    [[nodiscard]] size_t countOf(const Node& node, size_t depth);

    const Model& m_model;
    std::map<FunctionId, const ModelFunction*> m_functions;
    std::map<const ModelFunction*, size_t> m_counts;
    std::map<const ModelFunction*, std::string> m_changed; // changedOperator() of functions that were called
    size_t m_ownNodes = 0; // that stand there, calls or not
};

// Unsupported: the model becomes too much.
[[noreturn]] void failInlining(const std::string& what);

} // namespace weightless
