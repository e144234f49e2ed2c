// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/functiontable.h"

#include "engine/base/error.h"
#include "engine/model/bodies.h"
#include "engine/ops/hostoperator.h"
#include "engine/runtime/flexattention.h"

#include <algorithm>

namespace weightless {

namespace {

std::string describe(const Node& node)
{
    return node.name.empty() ? "A node (" + node.opType + ")"
                             : "Node '" + node.name + "' (" + node.opType + ")";
}

// Older versions of an operator may differ within one entry of the registries: in how operands are broadcast,
// in Dropout's mask, in Scan's batch. Functions came with opset 15.
constexpr int64_t oldestCompared = 10;

bool isSameOperator(const std::string& opType, int64_t opset, int64_t other)
{
    return std::min(opset, other) >= oldestCompared
        && ops::standardRegistry().find("", opType, opset) == ops::standardRegistry().find("", opType, other)
        && ops::hostRegistry().find("", opType, opset) == ops::hostRegistry().find("", opType, other);
}

} // namespace

FunctionTable::FunctionTable(const Model& model)
    : m_model(model)
{
    for (const ModelFunction& function : model.functions) {
        m_functions.try_emplace(function.id(), &function);
    }
}

const ModelFunction* FunctionTable::find(const Node& node) const
{
    const auto found = m_functions.find(node.calledFunction());
    return found == m_functions.end() ? nullptr : found->second;
}

void FunctionTable::checkCall(const Node& node, const ModelFunction& function)
{
    if (node.inputs.size() > function.inputs.size() || node.outputs.size() > function.outputs.size()) {
        throw Error(
            ErrorKind::InvalidArgument, describe(node) + " has more inputs or outputs than its function");
    }
    const auto opset = function.opsets.find("");
    if (opset == function.opsets.end() || opset->second == m_model.opset()) {
        return;
    }
    auto changed = m_changed.find(&function);
    if (changed == m_changed.end()) {
        changed = m_changed.emplace(&function, changedOperator(function.nodes, opset->second, 0)).first;
    }
    if (!changed->second.empty()) {
        throw Error(ErrorKind::Unsupported,
            "Function " + function.name + " is written for opset " + std::to_string(opset->second)
                + ", the model for " + std::to_string(m_model.opset()) + ", and " + changed->second
                + " is not the same in both; convert the model to one opset, or export it with its functions "
                  "written out");
    }
}

std::string FunctionTable::changedOperator(const std::vector<Node>& nodes, int64_t opset, size_t depth) const
{
    for (const Node& node : nodes) {
        if (find(node) != nullptr) {
            continue; // has an opset of its own
        }
        const bool isStandard = node.domain.empty() || node.domain == "ai.onnx";
        if (isStandard && !isSameOperator(node.opType, opset, m_model.opset())) {
            return node.opType;
        }
        for (const auto& body : bodiesOf(node)) {
            std::string inside = changedOperator(body->nodes, opset, checkedDepth(depth + 1, node));
            if (!inside.empty()) {
                return inside;
            }
        }
    }
    return {};
}

size_t FunctionTable::checkedDepth(size_t depth, const Node& node)
{
    if (depth > maxFunctionDepth) {
        throw Error(ErrorKind::InvalidArgument,
            describe(node) + ": functions and graphs stand inside each other more than "
                + std::to_string(maxFunctionDepth) + " deep; a function may not call itself");
    }
    return depth;
}

size_t FunctionTable::inlinedNodeCount(const std::vector<Node>& nodes)
{
    m_ownNodes = nodes.size();
    return countOf(nodes, 0);
}

size_t FunctionTable::countOf(const std::vector<Node>& nodes, size_t depth)
{
    size_t count = 0;
    for (const Node& node : nodes) {
        count += 1 + countOf(node, depth);
        if (count > maxInlinedNodes + m_ownNodes) {
            failInlining(std::to_string(maxInlinedNodes) + " nodes");
        }
    }
    return count;
}

// What stands inside the node.
size_t FunctionTable::countOf(const Node& node, size_t depth)
{
    if (const ModelFunction* function = find(node)) {
        const size_t inside = checkedDepth(depth + 1, node);
        const auto known = m_counts.find(function);
        return known != m_counts.end() ? known->second
                                       : m_counts[function] = countOf(function->nodes, inside);
    }
    if (isFlexAttention(node)) {
        return countOf(expandedFlexAttention(node), checkedDepth(depth + 1, node));
    }
    size_t count = 0;
    for (const auto& body : bodiesOf(node)) {
        count += countOf(body->nodes, checkedDepth(depth + 1, node));
    }
    return count;
}

void failInlining(const std::string& what)
{
    throw Error(ErrorKind::Unsupported,
        "The model's functions call each other so often that they become more than " + what
            + ", which is the most that is taken; export the model with its functions written out if it is "
              "as large as that, and do not open it if it came from somebody you do not know");
}

} // namespace weightless
