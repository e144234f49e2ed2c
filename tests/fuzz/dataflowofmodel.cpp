// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/dataflowofmodel.h"

#include "engine/base/error.h"
#include "engine/ops/operator.h"

#include <map>
#include <memory>
#include <utility>

namespace weightless::test {

namespace {

constexpr int64_t freeDimension = 2;

class Walk {
public:
    explicit Walk(const Model& model)
        : m_model(model)
    {
        m_result.dataflow.opset = model.opset();
    }

    ModelDataflow run()
    {
        for (const ValueInfo& input : m_model.graph.inputs) {
            addInput(input);
        }
        for (const auto& constant : m_model.graph.constants) {
            addConstant(constant->name, constant);
        }
        for (const Node& node : m_model.graph.nodes) {
            addNode(node);
        }
        for (const ValueInfo& output : m_model.graph.outputs) {
            m_result.dataflow.outputs.emplace_back(output.name, idOf(output.name));
        }
        if (m_result.dataflow.outputs.empty()) {
            throw Error(ErrorKind::InvalidArgument, "no outputs");
        }
        return std::move(m_result);
    }

private:
    plan::ValueId declare(plan::Value value)
    {
        if (value.kind != plan::ValueKind::Computed && !byteCount(value.descriptor)) {
            throw Error(ErrorKind::InvalidArgument, "a value without a size in bytes");
        }
        m_result.dataflow.values.push_back(std::move(value));
        return static_cast<plan::ValueId>(m_result.dataflow.values.size() - 1);
    }

    void addInput(const ValueInfo& input)
    {
        if (input.kind != "tensor" || !input.shape) {
            throw Error(ErrorKind::Unsupported, "an input that is no tensor of a known rank");
        }
        TensorDescriptor descriptor {input.type, {}};
        for (const Dimension& dimension : *input.shape) {
            descriptor.shape.push_back(dimension.isFree() ? freeDimension : dimension.value);
        }
        m_result.inputShapes.push_back(descriptor.shape);
        const size_t index = m_result.dataflow.inputs.size();
        const plan::ValueId id =
            declare({plan::ValueKind::Input, index, std::move(descriptor), nullptr, input.name});
        m_result.dataflow.inputs.push_back(id);
        m_ids.insert_or_assign(input.name, id);
    }

    void addConstant(const std::string& name, const std::shared_ptr<const ConstantInfo>& info)
    {
        plan::Value value {plan::ValueKind::Constant, m_constantCount, info->descriptor, nullptr, info->name};
        if (info->value) {
            value.kind = plan::ValueKind::Known;
            value.known = std::shared_ptr<const HostTensor>(info, &*info->value);
        } else {
            ++m_constantCount;
        }
        m_ids.insert_or_assign(name, declare(std::move(value)));
    }

    void addNode(const Node& node)
    {
        const bool isStandard = node.domain.empty() || node.domain == "ai.onnx";
        const auto tensor = node.attributes.tensor("value");
        if (isStandard && node.opType == "Constant" && tensor && node.outputs.size() == 1) {
            addConstant(node.outputs[0], tensor);
            return;
        }
        plan::DataflowNode added;
        added.op =
            ops::standardRegistry().find(isStandard ? "" : node.domain, node.opType, m_result.dataflow.opset);
        if (added.op == nullptr) {
            throw Error(ErrorKind::Unsupported, "an operator that is not supported");
        }
        added.attributes = node.attributes;
        added.name = node.name;
        for (const std::string& input : node.inputs) {
            added.inputs.push_back(input.empty() ? std::nullopt : std::optional(idOf(input)));
        }
        while (!added.inputs.empty() && !added.inputs.back()) {
            added.inputs.pop_back();
        }
        if (added.inputs.size() < added.op->minInputs || added.inputs.size() > added.op->maxInputs
            || node.outputs.size() > added.op->maxOutputs) {
            throw Error(ErrorKind::InvalidArgument, "a wrong number of inputs or outputs");
        }
        for (const std::string& output : node.outputs) {
            added.outputs.push_back(declare({}));
            m_ids.insert_or_assign(output, added.outputs.back());
        }
        m_result.dataflow.nodes.push_back(std::move(added));
    }

    plan::ValueId idOf(const std::string& name) const
    {
        const auto found = m_ids.find(name);
        if (found == m_ids.end()) {
            throw Error(ErrorKind::InvalidArgument, "a value that nothing defines");
        }
        return found->second;
    }

    const Model& m_model;
    ModelDataflow m_result;
    std::map<std::string, plan::ValueId> m_ids;
    size_t m_constantCount = 0;
};

} // namespace

ModelDataflow dataflowOf(const Model& model)
{
    return Walk(model).run();
}

} // namespace weightless::test
