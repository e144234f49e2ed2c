// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/resolving.h"

#include "engine/base/error.h"

#include <limits>

namespace weightless {

bool isKnownOperator(std::string_view opType, std::string_view domain, int64_t opset)
{
    return ops::standardRegistry().find(domain, opType, opset) != nullptr
        || ops::hostRegistry().find(domain, opType, opset) != nullptr;
}

bool isStandardConstant(const Node& node)
{
    return node.opType == "Constant" && (node.domain.empty() || node.domain == "ai.onnx");
}

void resolve(plan::DataflowNode& node, std::string_view opType, std::string_view domain, int64_t opset)
{
    const ops::Registry& registry = ops::standardRegistry();
    // A dataflow knows the version of ai.onnx. Of other domains the newest is taken: whether the model's own
    // version has the operator was asked before (unsupportedOperators()).
    const int64_t version =
        domain.empty() || domain == "ai.onnx" ? opset : std::numeric_limits<int64_t>::max();
    node.op = registry.find(domain, opType, version);
    node.host = ops::hostRegistry().find(domain, opType, version);
    if (node.op == nullptr && node.host != nullptr) {
        node.op = &node.host->op;
    }
    if (node.op == nullptr) {
        const std::string fullName =
            domain.empty() ? std::string(opType) : std::string(domain) + "." + std::string(opType);
        throw Error(ErrorKind::Unsupported,
            registry.knowsName(domain, opType)
                ? "Operator " + fullName + " is not part of opset " + std::to_string(opset)
                : "Operator " + fullName + " is not supported");
    }
}

ops::ControlFlow controlFlowOf(const plan::DataflowNode& node)
{
    return node.host != nullptr ? node.host->controlFlow : ops::ControlFlow::None;
}

void checkCounts(const plan::DataflowNode& node)
{
    const size_t count = node.inputs.size();
    if (count < node.op->minInputs || count > node.op->maxInputs) {
        const std::string most =
            node.op->maxInputs == ops::anyCount ? "or more" : "to " + std::to_string(node.op->maxInputs);
        throw Error(ErrorKind::InvalidArgument,
            plan::describe(node) + " has " + std::to_string(count) + " inputs, expected "
                + std::to_string(node.op->minInputs) + " " + most);
    }
    if (node.outputs
            .empty()) { // every operator of ONNX has one, and all that asks for a node's result relies on it
        throw Error(
            ErrorKind::InvalidArgument, plan::describe(node) + " has no outputs, expected at least 1");
    }
    if (node.outputs.size() > node.op->maxOutputs) {
        throw Error(ErrorKind::InvalidArgument,
            plan::describe(node) + " has " + std::to_string(node.outputs.size())
                + " outputs, expected at most " + std::to_string(node.op->maxOutputs));
    }
}

} // namespace weightless
