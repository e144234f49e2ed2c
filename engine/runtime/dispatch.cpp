// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/model/hostvaluecheck.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/controlflow.h"
#include "engine/runtime/dataflowrun.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/tensorinternals.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string_view>
#include <unordered_set>

namespace weightless {

namespace {

void requireNone(const ConstantStore& constants, const std::vector<size_t>& unset)
{
    if (unset.empty()) {
        return;
    }
    constexpr size_t named = 10;
    std::string names;
    for (size_t i = 0; i < std::min(unset.size(), named); ++i) {
        names += (i > 0 ? ", '" : "'") + constants.info(unset[i]).name + "'";
    }
    throw Error(ErrorKind::InvalidState,
        "The graph cannot be dispatched: " + std::to_string(unset.size()) + " of "
            + std::to_string(constants.count()) + " constants are not set: " + names
            + (unset.size() > named ? " …" : ""));
}

[[noreturn]] void failUnmade(const std::string& name, const TensorDescriptor& descriptor)
{
    throw Error(ErrorKind::InvalidArgument,
        "Output '" + name + "' would be " + toString(descriptor) + ", as no iteration made it: "
            + (descriptor.type == DataType::String
                    ? "scan outputs of strings cannot be made; collect a sequence instead"
                    : "let the body of its Loop or Scan declare a type of numbers"));
}

// Every port has a usable tensor, no tensor is given twice, and no name is unknown.
class BindingCheck {
public:
    explicit BindingCheck(const std::shared_ptr<ContextInternals>& context)
        : m_context(context)
    {
    }

    template <typename Value>
    void checkNames(const std::map<std::string, Value>& given, const std::vector<GraphPort>& ports,
        const char* kind) const
    {
        std::unordered_set<std::string_view> known;
        for (const GraphPort& port : ports) {
            known.insert(port.name);
        }
        for (const auto& [name, value] : given) {
            if (!known.contains(name)) {
                throw Error(ErrorKind::InvalidArgument,
                    std::string("The graph has no ") + kind + " named '" + name + "'");
            }
        }
    }

    const TensorInternals& find(const NamedTensors& tensors, const GraphPort& port, const char* kind)
    {
        const std::string what = std::string(kind) + " '" + port.name + "'";
        const auto found = tensors.find(port.name);
        if (found == tensors.end() || !found->second) {
            throw Error(ErrorKind::InvalidArgument,
                "No tensor is given for " + what + " (" + toString(port.descriptor) + ")");
        }
        const TensorInternals& tensor = found->second->internals();
        if (tensor.isDestroyed) {
            throw Error(ErrorKind::InvalidState, "The tensor given for " + what + " was destroyed");
        }
        if (tensor.context.lock() != m_context) {
            throw Error(
                ErrorKind::InvalidArgument, "The tensor given for " + what + " belongs to another context");
        }
        if (!m_seen.insert(&tensor).second) {
            throw Error(ErrorKind::InvalidArgument,
                "The tensor given for " + what + " is bound twice in one dispatch");
        }
        return tensor;
    }

private:
    const std::shared_ptr<ContextInternals>& m_context;
    std::set<const TensorInternals*> m_seen;
};

void requireSameDescriptor(const TensorDescriptor& actual, const TensorDescriptor& expected,
    const std::string& name, const char* kind)
{
    if (actual != expected) {
        throw Error(ErrorKind::InvalidArgument,
            std::string("The tensor given for ") + kind + " '" + name + "' is " + toString(actual)
                + ", expected " + toString(expected));
    }
}

} // namespace

namespace {

// One dispatch, from its tensors to its report.
class Dispatching {
public:
    Dispatching(GraphInternals& graph, const std::shared_ptr<ContextInternals>& context,
        const NamedTensors& inputs, const DispatchOptions& options)
        : m_graph(graph)
        , m_context(context)
        , m_options(options)
        , m_check(context)
    {
        m_check.checkNames(inputs, graph.inputs, "input");
        m_check.checkNames(options.values, graph.inputs, "input");
        for (size_t i = 0; i < graph.inputs.size(); ++i) {
            const GraphPort& port = graph.inputs[i];
            m_values.push_back(port.isOpaque ? opaqueInput(port) : deviceInput(i, inputs));
        }
    }

    // However it ends, some of it may have been handed over.
    ~Dispatching()
    {
        for (const std::vector<std::shared_ptr<Tensor>>* tensors : {&m_inputs, &m_outputs}) {
            for (const auto& tensor : *tensors) {
                tensor->internals().lastUse = m_context->lastPoint;
            }
        }
    }
    Dispatching(const Dispatching&) = delete;
    Dispatching& operator=(const Dispatching&) = delete;

    BindingCheck& check() { return m_check; }

    DispatchReport run(const OutputTensors& outputs)
    {
        const auto provenance = provenanceOf(m_graph.constants->unchangedMappings(), m_origins);
        DispatchReport report;
        RunSite site(*m_context, *m_graph.constants, m_graph.stageSite(), m_graph.bodies, runOnHost,
            m_options, report);
        const OutputPlace place = [&](size_t output, const TensorDescriptor& descriptor) {
            const std::string& name = m_graph.outputs[output].name;
            if (!byteCount(descriptor)) {
                failUnmade(name, descriptor);
            }
            m_outputs.push_back(outputs(name, descriptor));
            TensorInternals& tensor = m_outputs.back()->internals();
            requireSameDescriptor(tensor.descriptor, descriptor, name, "output");
            tensor.provenance = provenance;
            tensor.written.reset();
            return tensor.range;
        };
        const double compiledBefore = m_context->transfers.kernelSeconds;
        const auto start = std::chrono::steady_clock::now();
        const std::vector<RunValue> results = DataflowRun(site, *m_graph.stages, &place).run(m_values);
        site.dropUnusedSlots();
        report.compileSeconds = m_context->transfers.kernelSeconds - compiledBefore;
        if (m_options.profile || m_options.stopToken.stop_possible()) {
            if (site.ranOneStageAlone()) {
                report.seconds += report.compileSeconds;
            } else {
                m_context->waitForDevice();
                report.seconds =
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            }
        }
        for (size_t i = 0; i < results.size(); ++i) {
            if (results[i].state == plan::ValueState::Opaque) {
                report.values.emplace(m_graph.outputs[i].name, *results[i].host);
            }
        }
        if (provenance && m_context->inFlight.empty()) {
            provenance->checkIntact();
            for (const auto& tensor : m_outputs) {
                tensor->internals().provenance.reset();
            }
        }
        return report;
    }

private:
    RunValue opaqueInput(const GraphPort& port) const
    {
        const auto given = m_options.values.find(port.name);
        if (given == m_options.values.end()) {
            throw Error(ErrorKind::InvalidArgument, "No value is given for input '" + port.name + "'");
        }
        requireWhole(given->second, "The value given for input '" + port.name + "'");
        RunValue value = runValueOf(given->second);
        value.state = plan::ValueState::Opaque;
        value.descriptor = {};
        return value;
    }

    RunValue deviceInput(size_t index, const NamedTensors& inputs)
    {
        const GraphPort& port = m_graph.inputs[index];
        const TensorInternals& tensor = m_check.find(inputs, port, "input");
        if (tensor.descriptor.type != port.descriptor.type) {
            requireSameDescriptor(tensor.descriptor, port.descriptor, port.name, "input");
        }
        m_graph.checkInputShape(index, tensor.descriptor.shape);
        m_origins.push_back(tensor.provenance);
        m_inputs.push_back(inputs.at(port.name));
        RunValue value {.state = plan::ValueState::Tensor, .descriptor = tensor.descriptor};
        value.range = tensor.range;
        if (tensor.written) {
            value.host = HostValue {tensor.written, nullptr};
        }
        return value;
    }

    GraphInternals& m_graph;
    const std::shared_ptr<ContextInternals>& m_context;
    const DispatchOptions& m_options;
    BindingCheck m_check;
    std::vector<RunValue> m_values;
    std::vector<std::shared_ptr<const PageProvenance>> m_origins;
    std::vector<std::shared_ptr<Tensor>> m_inputs;
    std::vector<std::shared_ptr<Tensor>> m_outputs;
};

// Constants of the bodies of If and Loop nodes are asked for when a body runs.
void requireSet(const GraphInternals& graph)
{
    if (graph.constants->setCount() == graph.constants->count()) {
        return;
    }
    std::vector<size_t> unset;
    for (const plan::Value& value : graph.builder->dataflow.values) {
        if (value.kind == plan::ValueKind::Constant && !graph.constants->isSet(value.index)) {
            unset.push_back(value.index);
        }
    }
    requireNone(*graph.constants, unset);
}

// Of a graph of this context, all of whose constants are there.
GraphInternals& readyOf(Graph& graph, const Context& context)
{
    GraphInternals& internals = graph.internals();
    if (internals.context.get() != &context) {
        throw Error(ErrorKind::InvalidArgument, "The graph belongs to another context");
    }
    internals.dropVoidStages();
    requireSet(internals);
    internals.constants->settle();
    return internals;
}

} // namespace

DispatchReport Context::dispatch(
    Graph& graph, const NamedTensors& inputs, const OutputTensors& outputs, const DispatchOptions& options)
{
    if (!outputs) {
        throw Error(ErrorKind::InvalidArgument,
            "The function that makes the tensors of outputs is empty; give one that returns a tensor");
    }
    GraphInternals& internals = readyOf(graph, *this);
    Dispatching dispatching(internals, m_internals, inputs, options);
    const auto tensorFor = [&](const std::string& name, const TensorDescriptor& descriptor) {
        const NamedTensors made {{name, outputs(name, descriptor)}};
        static_cast<void>(dispatching.check().find(made, {name, descriptor, {}}, "output"));
        return made.begin()->second;
    };
    return dispatching.run(tensorFor);
}

DispatchReport Context::dispatch(
    Graph& graph, const NamedTensors& inputs, const NamedTensors& outputs, const DispatchOptions& options)
{
    GraphInternals& internals = readyOf(graph, *this);
    Dispatching dispatching(internals, m_internals, inputs, options);
    dispatching.check().checkNames(outputs, internals.outputs, "output");
    for (const GraphPort& port : internals.outputs) {
        if (outputs.contains(port.name) || port.descriptor.type != DataType::Undefined) {
            static_cast<void>(dispatching.check().find(outputs, port, "output"));
        }
    }
    const auto tensorFor = [&](const std::string& name, const TensorDescriptor& descriptor) {
        const auto found = outputs.find(name);
        if (found == outputs.end()) {
            throw Error(ErrorKind::InvalidArgument,
                "No tensor is given for output '" + name + "' (" + toString(descriptor) + ")");
        }
        return found->second;
    };
    return dispatching.run(tensorFor);
}

} // namespace weightless
