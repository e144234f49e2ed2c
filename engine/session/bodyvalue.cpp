// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/bodyvalue.h"

#include "engine/base/error.h"

#include <algorithm>
#include <array>

namespace weightless {

namespace {

using Body = std::shared_ptr<const ModelGraph>;

// A value and whether it was reached, by the names that they have in one graph.
using Names = std::array<std::string, 2>;

// Names that no exporter gives.
Names named(const std::string& what, size_t depth)
{
    const std::string end = what + "/" + std::to_string(depth);
    return {std::string("weightless:value/").append(end), std::string("weightless:reached/").append(end)};
}

std::shared_ptr<const ConstantInfo> scalar(const std::string& name, DataType type, int64_t value)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->descriptor = {type, {}};
    HostTensor tensor = makeHostTensor(info->descriptor);
    setElement(tensor, 0, value);
    info->sizeBytes = tensor.bytes.size();
    info->value = std::move(tensor);
    return info;
}

Node identity(const std::string& from, const std::string& to)
{
    return {.name = to, .opType = "Identity", .inputs = {from}, .outputs = {to}};
}

void addOutputs(ModelGraph& graph, size_t at, const Names& names)
{
    for (const std::string& name : {names[1], names[0]}) {
        ValueInfo info;
        info.name = name;
        graph.outputs.insert(graph.outputs.begin() + static_cast<ptrdiff_t>(at), std::move(info));
    }
}

void insertNames(std::vector<std::string>& list, size_t at, const Names& names)
{
    list.resize(std::max(list.size(), at)); // what was omitted at the end
    list.insert(list.begin() + static_cast<ptrdiff_t>(at), names.begin(), names.end());
}

bool isMadeIn(const ModelGraph& graph, const std::string& value)
{
    return std::ranges::find(graph.inputs, value, &ValueInfo::name) != graph.inputs.end()
        || std::ranges::any_of(graph.nodes,
            [&](const Node& node) { return std::ranges::find(node.outputs, value) != node.outputs.end(); });
}

class Handing {
public:
    Handing(const std::vector<BodyStep>& bodies, std::string value)
        : m_bodies(bodies)
        , m_value(std::move(value))
    {
    }

    // `graph` with both names of its depth; `left` are those that count where it was not reached.
    Names handOn(ModelGraph& graph, size_t depth, const Names& left)
    {
        Names here = named("of", depth);
        if (depth == m_bodies.size()) {
            if (m_value.empty() || !isMadeIn(graph, m_value)) {
                throw Error(ErrorKind::InvalidArgument,
                    "The body '" + m_bodies.back().attribute + "' makes no value '" + m_value + "'");
            }
            graph.nodes.push_back(identity(m_value, here[0]));
            graph.constants.push_back(scalar(here[1], DataType::Bool, 1));
            return here;
        }
        const BodyStep& step = m_bodies[depth];
        const auto node = std::ranges::find_if(graph.nodes, [&](const Node& each) {
            return !step.output.empty() && std::ranges::find(each.outputs, step.output) != each.outputs.end();
        });
        if (node == graph.nodes.end()) {
            throw Error(ErrorKind::InvalidArgument, "No node there makes '" + step.output + "'");
        }
        const bool isStandard = node->domain.empty() || node->domain == "ai.onnx";
        const std::string op = isStandard ? node->opType : std::string();
        if (op == "If") {
            handOutOfBranches(*node, depth, here, left);
        } else if (op == "Loop" || op == "Scan") {
            handOutOfLoop(*node, depth, here, left);
        } else {
            throw Error(ErrorKind::Unsupported,
                "Values inside of " + node->opType + " cannot be looked at alone; its results can");
        }
        return here;
    }

private:
    [[nodiscard]] static Body bodyOf(const Node& node, const std::string& attribute)
    {
        const AttributeValue* found = node.attributes.find(attribute);
        const Body* body = found != nullptr ? std::get_if<Body>(found) : nullptr;
        if (body == nullptr || !*body) {
            throw Error(ErrorKind::InvalidArgument,
                "Node '" + node.name + "' (" + node.opType + ") has no body '" + attribute + "'");
        }
        return *body;
    }

    void handOutOfBranches(Node& node, size_t depth, const Names& here, const Names& left)
    {
        static_cast<void>(bodyOf(node, m_bodies[depth].attribute));
        for (const char* attribute : {"then_branch", "else_branch"}) {
            ModelGraph branch = *bodyOf(node, attribute);
            Names names = named("not", depth + 1);
            if (attribute == m_bodies[depth].attribute) {
                names = handOn(branch, depth + 1, left);
            } else {
                for (size_t i = 0; i < names.size(); ++i) {
                    branch.nodes.push_back(identity(left[i], names[i]));
                }
            }
            addOutputs(branch, branch.outputs.size(), names);
            node.attributes.set(attribute, std::make_shared<const ModelGraph>(std::move(branch)));
        }
        insertNames(node.outputs, bodyOf(node, "then_branch")->outputs.size() - here.size(), here);
    }

    // As two more states: behind those that it has.
    void handOutOfLoop(Node& node, size_t depth, const Names& here, const Names& left)
    {
        ModelGraph body = *bodyOf(node, m_bodies[depth].attribute);
        const bool isLoop = node.opType == "Loop";
        const auto scanInputs =
            static_cast<size_t>(std::max<int64_t>(node.attributes.intOr("num_scan_inputs", 0), 0));
        const size_t notStates = isLoop ? 2 : scanInputs; // iteration and condition
        if (body.inputs.size() < notStates
            || body.outputs.size() + notStates < body.inputs.size() + (isLoop ? 1 : 0)) {
            throw Error(ErrorKind::InvalidArgument,
                "The body of node '" + node.name + "' (" + node.opType + ") has too few inputs or outputs");
        }
        const size_t states = body.inputs.size() - notStates;
        if (!isLoop && node.inputs.size() != body.inputs.size()) {
            throw Error(ErrorKind::Unsupported,
                "Values inside of a Scan of opset 8 cannot be looked at alone; its results can");
        }
        const Names before = named("before", depth + 1);
        const Names after = handOn(body, depth + 1, before);
        for (size_t i = 0; i < before.size(); ++i) {
            ValueInfo info;
            info.name = before[i];
            body.inputs.insert(
                body.inputs.begin() + static_cast<ptrdiff_t>((isLoop ? 2 : 0) + states + i), std::move(info));
        }
        addOutputs(body, (isLoop ? 1 : 0) + states, after);
        node.attributes.set(m_bodies[depth].attribute, std::make_shared<const ModelGraph>(std::move(body)));
        insertNames(node.inputs, (isLoop ? 2 : 0) + states, left);
        insertNames(node.outputs, states, here);
    }

    const std::vector<BodyStep>& m_bodies;
    std::string m_value;
};

} // namespace

BodyValueModel modelWithBodyValue(
    const Model& model, const std::vector<BodyStep>& bodies, const std::string& value)
{
    if (bodies.empty()) {
        throw Error(ErrorKind::InvalidArgument, "'" + value + "' is to be looked at in no body");
    }
    BodyValueModel result {.model = model, .value = {}, .isReached = {}};
    const Names never = named("never", 0);
    result.model.graph.constants.push_back(scalar(never[0], DataType::Float32, 0));
    result.model.graph.constants.push_back(scalar(never[1], DataType::Bool, 0));
    const Names names = Handing(bodies, value).handOn(result.model.graph, 0, never);
    result.value = names[0];
    result.isReached = names[1];
    return result;
}

} // namespace weightless
