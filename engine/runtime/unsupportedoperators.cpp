// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/model/bodies.h"
#include "engine/ops/hostoperator.h"
#include "engine/runtime/bodyimporter.h"
#include "engine/runtime/flexattention.h"
#include "engine/runtime/functions.h"
#include "engine/runtime/functiontable.h"
#include "engine/runtime/importer.h"
#include "engine/runtime/resolving.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

using OperatorsFound = std::map<std::string, UnsupportedOperator>;

std::string fullName(const Node& node)
{
    const bool isStandard = node.domain.empty() || node.domain == "ai.onnx";
    const std::string name = node.opType.empty() ? "an operator without a name" : node.opType;
    return isStandard ? name : node.domain + "." + name;
}

void addTo(OperatorsFound& found, const UnsupportedOperator& added)
{
    UnsupportedOperator& entry = found[added.name];
    if (entry.count == 0) {
        entry = added;
    } else {
        entry.count += added.count;
    }
}

// 0 where the operator is known in no version.
int64_t firstOpsetOf(const Node& node)
{
    if (!node.domain.empty() && node.domain != "ai.onnx") {
        return 0;
    }
    if (const ops::Operator* first = ops::standardRegistry().findFirst("", node.opType)) {
        return first->sinceVersion;
    }
    for (const ops::HostOperator* first : ops::hostRegistry().all()) { // a name's versions from the first on
        if (first->op.domain.empty() && first->op.name == node.opType) {
            return first->op.sinceVersion;
        }
    }
    return 0;
}

void addIfUnknown(OperatorsFound& found, const Model& model, const Node& node)
{
    const auto opset = model.opsets.find(node.domain);
    const int64_t version = opset != model.opsets.end() ? opset->second : model.opset();
    if (!isStandardConstant(node) && !isKnownOperator(node.opType, node.domain, version)) {
        addTo(found, {fullName(node), 1, node.name, firstOpsetOf(node)});
    }
}

// Looks into each function once, however often it is called.
class UnsupportedSearch {
public:
    explicit UnsupportedSearch(const Model& model)
        : m_model(model)
        , m_functions(model)
    {
    }

    OperatorsFound run()
    {
        static_cast<void>(m_functions.inlinedNodeCount(m_model.graph.nodes)); // the counts below fit
        return inside(m_model.graph.nodes, 0);
    }

private:
    OperatorsFound inside(const std::vector<Node>& nodes, size_t depth)
    {
        OperatorsFound found;
        for (const Node& node : nodes) {
            if (const ModelFunction* function = m_functions.find(node)) {
                m_functions.checkCall(node, *function);
                const std::string scope =
                    (!node.name.empty() || node.outputs.empty() ? node.name : node.outputs.front()) + "/";
                for (const auto& [name, op] : of(*function, FunctionTable::checkedDepth(depth + 1, node))) {
                    addTo(found, {name, op.count, scope + op.firstNode, op.sinceOpset});
                }
            } else if (isFlexAttention(node)) {
                merge(
                    found, inside(expandedFlexAttention(node), FunctionTable::checkedDepth(depth + 1, node)));
            } else {
                addIfUnknown(found, m_model, node);
                insideGraphs(found, node, depth);
            }
        }
        return found;
    }

    void insideGraphs(OperatorsFound& found, const Node& node, size_t depth)
    {
        for (const auto& body : bodiesOf(node)) {
            merge(found, inside(body->nodes, FunctionTable::checkedDepth(depth + 1, node)));
        }
    }

    static void merge(OperatorsFound& found, const OperatorsFound& more)
    {
        for (const auto& [name, op] : more) {
            addTo(found, op);
        }
    }

    const OperatorsFound& of(const ModelFunction& function, size_t depth)
    {
        auto known = m_known.find(&function);
        if (known == m_known.end()) {
            known = m_known.emplace(&function, inside(function.nodes, depth)).first;
        }
        return known->second;
    }

    const Model& m_model;
    FunctionTable m_functions;
    std::map<const ModelFunction*, OperatorsFound> m_known;
};

// As the graph stands there, with the calls of functions.
void findUnsupported(const Model& model, const ModelGraph& graph, size_t depth, OperatorsFound& found)
{
    for (const Node& node : graph.nodes) {
        addIfUnknown(found, model, node);
        if (depth < maxBodyDepth) {
            for (const auto& body : bodiesOf(node)) {
                findUnsupported(model, *body, depth + 1, found);
            }
        }
    }
}

} // namespace

std::vector<UnsupportedOperator> unsupportedOperators(const Model& model)
{
    OperatorsFound found;
    try {
        if (needsInlining(model)) {
            found = UnsupportedSearch(model).run();
        } else {
            findUnsupported(model, model.graph, 0, found);
        }
    } catch (const Error&) {
        findUnsupported(model, model.graph, 0, found); // functions that cannot be written out
    }
    std::vector<UnsupportedOperator> list;
    for (auto& [name, op] : found) {
        list.push_back(std::move(op));
    }
    return list;
}

std::string adviceAbout(const std::vector<UnsupportedOperator>& unsupported)
{
    const bool isOfOneProcessor = std::ranges::any_of(unsupported,
        [](const UnsupportedOperator& op) { return op.name.starts_with("com.microsoft.nchwc."); });
    return isOfOneProcessor ? "ONNX Runtime optimized this model for the processor it was saved on, whose "
                              "layout com.microsoft.nchwc is; save it with the graph optimization level "
                              "ORT_ENABLE_EXTENDED"
                            : "";
}

} // namespace weightless
