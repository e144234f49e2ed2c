// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/loop.h"

#include "engine/base/error.h"
#include "engine/runtime/accumulator.h"
#include "engine/runtime/dataflowrun.h"

#include <algorithm>
#include <array>
#include <limits>

namespace weightless {

std::vector<RunValue> capturesOf(const plan::Body& body, const std::vector<std::optional<RunValue>>& inputs)
{
    std::vector<RunValue> captures;
    for (size_t i = body.formalInputs; i < body.dataflow.inputs.size(); ++i) {
        captures.push_back(givenInput(inputs, body.firstCapture + i - body.formalInputs));
    }
    return captures;
}

const RunValue& givenInput(const std::vector<std::optional<RunValue>>& inputs, size_t index)
{
    if (index >= inputs.size() || !inputs[index]) {
        throw Error(ErrorKind::InvalidArgument, "input " + std::to_string(index) + " is omitted");
    }
    return *inputs[index];
}

int64_t scalarOf(const std::optional<RunValue>& value, const char* name)
{
    if (!value || !value->host || !value->host->tensor
        || elementCount(value->host->tensor->descriptor.shape) != 1) {
        throw Error(ErrorKind::InvalidArgument, std::string("input '") + name + "' is no scalar");
    }
    return elementAsInt64(*value->host->tensor, 0);
}

namespace {

// The number of an iteration and the condition are scalars; a body may declare them as lists of one.
RunValue asDeclared(HostTensor scalar, const plan::Body& body, size_t input)
{
    const bool isList = input < body.declaredInputs.size() && body.declaredInputs[input].shape.size() == 1;
    scalar.descriptor.shape = isList ? Shape {1} : Shape {};
    return runValueOf(makeHostValue(std::move(scalar)));
}

HostTensor boolScalar(bool value)
{
    HostTensor tensor = makeHostTensor({DataType::Bool, {}});
    setElement(tensor, 0, int64_t {value});
    return tensor;
}

// What an iteration would yield, without running one: its shapes, else what the model declares.
std::vector<TensorDescriptor> descriptorsOf(
    RunSite& site, const plan::Body& body, const std::vector<RunValue>& inputs)
{
    std::vector<plan::GivenInput> given;
    for (const RunValue& input : inputs) {
        given.push_back({input.state, input.descriptor});
    }
    const Stage& stage = site.bodyStages(body).first(site.stageSite(), given, site.options().stopToken);
    std::vector<TensorDescriptor> descriptors = body.declaredOutputs;
    for (size_t i = 0; i < body.dataflow.outputs.size(); ++i) {
        const plan::ValueId id = body.dataflow.outputs[i].second;
        if (stage.segment.after.states[id] == plan::ValueState::Tensor) {
            descriptors[i] = stage.segment.after.specialization.descriptors[id];
        }
    }
    return descriptors;
}

class LoopRun {
public:
    LoopRun(RunSite& site, const plan::DataflowNode& node, const std::vector<std::optional<RunValue>>& inputs)
        : m_site(site)
        , m_body(*node.bodies.at(0))
        , m_captures(capturesOf(m_body, inputs))
        , m_trips(inputs.at(0) ? scalarOf(inputs[0], "M") : std::numeric_limits<int64_t>::max())
        , m_condition(asDeclared(boolScalar(!inputs.at(1) || scalarOf(inputs[1], "cond") != 0), m_body, 1))
    {
        if (m_body.formalInputs < 2 || m_body.dataflow.outputs.size() + 1 < m_body.formalInputs) {
            throw Error(ErrorKind::InvalidArgument, "its body has too few inputs or outputs");
        }
        for (size_t i = 2; i < m_body.formalInputs; ++i) {
            m_carried.push_back(givenInput(inputs, i));
        }
        const size_t scans = m_body.dataflow.outputs.size() - 1 - m_carried.size();
        m_scans.assign(
            scans, Accumulator(inputs.at(0) ? static_cast<uint64_t>(std::max<int64_t>(m_trips, 0)) : 0));
    }

    std::vector<RunValue> run()
    {
        int64_t done = 0;
        for (; done < m_trips && isTrue(); ++done) {
            m_site.checkStop();
            iterate(done);
        }
        std::vector<TensorDescriptor> empty(m_body.dataflow.outputs.size());
        if (done == 0 && !m_scans.empty()) {
            empty = descriptorsOf(m_site, m_body, bodyInputs(0));
        }
        std::vector<RunValue> outputs = m_carried;
        for (size_t i = 0; i < m_scans.size(); ++i) {
            outputs.push_back(m_scans[i].result(m_site, empty[1 + m_carried.size() + i]));
        }
        return outputs;
    }

private:
    [[nodiscard]] std::vector<RunValue> bodyInputs(int64_t iteration) const
    {
        std::vector<RunValue> inputs {asDeclared(makeInt64Scalar(iteration), m_body, 0), m_condition};
        inputs.insert(inputs.end(), m_carried.begin(), m_carried.end());
        inputs.insert(inputs.end(), m_captures.begin(), m_captures.end());
        return inputs;
    }

    void iterate(int64_t iteration)
    {
        std::vector<RunValue> outputs =
            DataflowRun(m_site, m_site.bodyStages(m_body)).run(bodyInputs(iteration));
        m_condition = std::move(outputs[0]);
        for (size_t i = 0; i < m_carried.size(); ++i) {
            m_carried[i] = std::move(outputs[1 + i]);
        }
        for (size_t i = 0; i < m_scans.size(); ++i) {
            m_scans[i].add(m_site, std::move(outputs[1 + m_carried.size() + i]));
        }
    }

    bool isTrue()
    {
        const std::array<RunValue*, 1> toRead {&m_condition};
        m_site.readToHost(toRead);
        return scalarOf(m_condition, "cond") != 0;
    }

    RunSite& m_site;
    const plan::Body& m_body;
    std::vector<RunValue> m_captures;
    int64_t m_trips;
    RunValue m_condition;
    std::vector<RunValue> m_carried;
    std::vector<Accumulator> m_scans;
};

} // namespace

std::vector<RunValue> runLoop(
    RunSite& site, const plan::DataflowNode& node, const std::vector<std::optional<RunValue>>& inputs)
{
    return LoopRun(site, node, inputs).run();
}

} // namespace weightless
