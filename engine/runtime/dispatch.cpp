// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/execution.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/tensorinternals.h"

#include <algorithm>
#include <set>

namespace weightless {

namespace {

void requireAllSet(const ConstantStore& constants)
{
    if (constants.setCount() == constants.count()) {
        return;
    }
    constexpr size_t named = 10;
    const std::vector<size_t> unset = constants.unset();
    std::string names;
    for (size_t i = 0; i < std::min(unset.size(), named); ++i) {
        names += (i > 0 ? ", '" : "'") + constants.info(unset[i]).name + "'";
    }
    throw Error(ErrorKind::InvalidState,
        "The graph cannot be dispatched: " + std::to_string(unset.size()) + " of "
            + std::to_string(constants.count()) + " constants are not set: " + names
            + (unset.size() > named ? " …" : ""));
}

// Every port has a usable tensor, no tensor is given twice, and no name is unknown.
class BindingCheck {
public:
    explicit BindingCheck(const std::shared_ptr<ContextInternals>& context)
        : m_context(context)
    {
    }

    void checkNames(const NamedTensors& tensors, const std::vector<GraphPort>& ports, const char* kind) const
    {
        for (const auto& [name, tensor] : tensors) {
            if (std::ranges::find(ports, name, &GraphPort::name) == ports.end()) {
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

DispatchReport Context::dispatch(
    Graph& graph, const NamedTensors& inputs, const NamedTensors& outputs, const DispatchOptions& options)
{
    GraphInternals& internals = graph.internals();
    if (internals.context.get() != this) {
        throw Error(ErrorKind::InvalidArgument, "The graph belongs to another context");
    }
    requireAllSet(*internals.constants);
    BindingCheck check(m_internals);
    check.checkNames(inputs, internals.inputs, "input");
    check.checkNames(outputs, internals.outputs, "output");
    StepBindings bindings;
    std::vector<Shape> inputShapes;
    std::vector<std::shared_ptr<const PageProvenance>> origins;
    for (size_t i = 0; i < internals.inputs.size(); ++i) {
        const GraphPort& port = internals.inputs[i];
        const TensorInternals& tensor = check.find(inputs, port, "input");
        if (tensor.descriptor.type != port.descriptor.type) {
            requireSameDescriptor(tensor.descriptor, port.descriptor, port.name, "input");
        }
        internals.checkInputShape(i, tensor.descriptor.shape);
        inputShapes.push_back(tensor.descriptor.shape);
        bindings.inputs.push_back(tensor.range);
        origins.push_back(tensor.provenance);
    }
    const auto execution = internals.executionFor(inputShapes, options.stopToken);
    for (size_t i = 0; i < internals.outputs.size(); ++i) {
        const GraphPort& port = internals.outputs[i];
        const TensorInternals& tensor = check.find(outputs, port, "output");
        requireSameDescriptor(tensor.descriptor, execution->plan().outputs[i], port.name, "output");
        bindings.outputs.push_back(tensor.range);
    }
    const auto provenance = provenanceOf(internals.constants->unchangedMappings(), origins);
    for (const auto& [name, tensor] : outputs) {
        tensor->internals().provenance = provenance;
    }
    const DispatchReport report = execution->run(*m_internals, *internals.constants, bindings, options);
    if (provenance && m_internals->inFlight.empty()) {
        provenance->checkIntact();
        for (const auto& [name, tensor] : outputs) {
            tensor->internals().provenance.reset();
        }
    }
    return report;
}

} // namespace weightless
