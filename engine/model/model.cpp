// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model.h"

#include <algorithm>

namespace weightless {

namespace {

using NodeVisitor = std::function<void(const Node&)>;
using GraphVisitor = std::function<void(const ModelGraph&)>;

// Depth is bounded by the reader's recursion limit.
void walk(const std::vector<Node>& nodes, const NodeVisitor& onNode, const GraphVisitor& onGraph);

void walk(const ModelGraph& graph, const NodeVisitor& onNode, const GraphVisitor& onGraph)
{
    onGraph(graph);
    walk(graph.nodes, onNode, onGraph);
}

void walk(const std::vector<Node>& nodes, const NodeVisitor& onNode, const GraphVisitor& onGraph)
{
    for (const Node& node : nodes) {
        onNode(node);
        for (const Attribute& attribute : node.attributes.all()) {
            for (const auto& body : bodiesOf(attribute.value)) {
                walk(*body, onNode, onGraph);
            }
        }
    }
}

void walk(const Model& model, const NodeVisitor& onNode, const GraphVisitor& onGraph)
{
    walk(model.graph, onNode, onGraph);
    for (const ModelFunction& function : model.functions) {
        walk(function.nodes, onNode, onGraph);
    }
}

} // namespace

int64_t Model::opset() const
{
    for (const char* domain : {"", "ai.onnx"}) {
        if (const auto found = opsets.find(domain); found != opsets.end()) {
            return found->second;
        }
    }
    return 1;
}

void forEachGraph(const Model& model, const std::function<void(const ModelGraph&)>& visit)
{
    walk(
        model, [](const Node&) {}, visit);
}

void forEachNode(const Model& model, const std::function<void(const Node&)>& visit)
{
    walk(model, visit, [](const ModelGraph&) {});
}

void forEachConstant(
    const Model& model, const std::function<void(const std::shared_ptr<const ConstantInfo>&)>& visit)
{
    const auto onNode = [&](const Node& node) {
        for (const Attribute& attribute : node.attributes.all()) {
            if (const auto* constant = std::get_if<std::shared_ptr<const ConstantInfo>>(&attribute.value)) {
                visit(*constant);
            } else if (const auto* constants =
                           std::get_if<std::vector<std::shared_ptr<const ConstantInfo>>>(&attribute.value)) {
                std::ranges::for_each(*constants, visit);
            }
        }
    };
    walk(model, onNode, [&](const ModelGraph& graph) { std::ranges::for_each(graph.constants, visit); });
}

ModelTotals totalsOf(const Model& model)
{
    ModelTotals totals;
    forEachConstant(model, [&](const std::shared_ptr<const ConstantInfo>& constant) {
        ++totals.constantCount;
        totals.constantBytes += constant->sizeBytes;
        totals.knownCount += constant->value ? 1 : 0;
        totals.knownBytes += constant->value ? constant->sizeBytes : 0;
        totals.largestConstantBytes = std::max(totals.largestConstantBytes, constant->sizeBytes);
    });
    forEachNode(model, [&](const Node&) { ++totals.nodeCount; });
    return totals;
}

std::map<std::string, uint64_t> operatorCounts(const Model& model)
{
    std::map<std::string, uint64_t> counts;
    walk(
        model,
        [&](const Node& node) {
            const bool isStandard = node.domain.empty() || node.domain == "ai.onnx";
            ++counts[isStandard ? node.opType : node.domain + "." + node.opType];
        },
        [](const ModelGraph&) {});
    return counts;
}

} // namespace weightless
