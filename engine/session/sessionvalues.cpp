// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/session.h"

#include "engine/base/error.h"
#include "engine/session/valuepart.h"

#include <algorithm>
#include <map>

// Values of a run that are no output of the graph.
namespace weightless {

namespace {

// Sizes that a part of a model still has a use for.
std::map<std::string, int64_t> dimensionsOf(const Model& part, const std::map<std::string, int64_t>& all)
{
    std::map<std::string, int64_t> sizes;
    for (const FreeDimension& dimension : freeDimensionsOf(part)) {
        if (const auto size = all.find(dimension.symbol); size != all.end()) {
            sizes.insert(*size);
        }
    }
    return sizes;
}

using Values = std::map<std::string, std::shared_ptr<const HostTensor>>;

// `shown` is what the user calls it.
std::shared_ptr<const HostTensor> tensorOf(
    const Values& values, const std::string& name, const std::string& shown)
{
    const auto found = values.find(name);
    if (found == values.end()) {
        throw Error(ErrorKind::Unsupported,
            "Value '" + shown + "' is no tensor, and has nothing that could be shown");
    }
    return found->second;
}

} // namespace

void Session::requireValues(const std::string& name) const
{
    if (m_inputValues == InputValues::None) {
        throw Error(ErrorKind::InvalidState,
            "Value '" + name + "' is not known yet: the inputs of the graph have no values");
    }
}

std::shared_ptr<const HostTensor> Session::valueOf(const std::string& name, const std::stop_token& stop)
{
    requireValues(name);
    if (const std::shared_ptr<Tensor> input = m_inputs.find(name)) {
        return std::make_shared<const HostTensor>(device().readTensor(*input));
    }
    if (const std::shared_ptr<Tensor> output = m_outputs.find(name); output && m_hasRun && hasInputsOfRun()) {
        return std::make_shared<const HostTensor>(device().readTensor(*output));
    }
    if (const auto given = m_values.find(name); given != m_values.end() && given->second.tensor) {
        return given->second.tensor;
    }
    return tensorOf(computed(modelUpTo(*m_opened.model, name), stop), name, name);
}

std::shared_ptr<const HostTensor> Session::valueInside(
    const std::vector<BodyStep>& bodies, const std::string& name, const std::stop_token& stop)
{
    requireValues(name);
    const BodyValueModel handed = modelWithBodyValue(*m_opened.model, bodies, name);
    Model part = modelUpTo(handed.model, handed.value);
    ValueInfo isReached;
    isReached.name = handed.isReached;
    part.graph.outputs.push_back(std::move(isReached));
    const auto values = computed(part, stop);
    if (elementAsInt64(*tensorOf(values, handed.isReached, name), 0) == 0) {
        throw Error(ErrorKind::InvalidState,
            "Value '" + name
                + "' was not reached in the last run: its branch was not taken, or its loop had "
                  "no iteration");
    }
    return tensorOf(values, handed.value, name);
}

std::map<std::string, std::shared_ptr<const HostTensor>> Session::computed(
    const Model& part, const std::stop_token& stop)
{
    if (const size_t unset = graph().constantCount() - graph().setCount(); unset > 0) {
        throw Error(ErrorKind::InvalidState,
            "Values between inputs and outputs cannot be computed: " + std::to_string(unset)
                + " constants of the graph are unset");
    }
    BuildOptions options;
    options.freeDimensions = dimensionsOf(part, m_dimensions);
    options.usesSuggestions = true;
    options.weightsType = m_weightsType;
    options.partOf = m_opened.model.get();
    options.stopToken = stop;
    const std::shared_ptr<Graph> graph = buildGraph(m_context, part, options);
    // The weights are on the device already, and shared: what is loaded here is what the part folds anew.
    // Under a device budget they lie in its pool, and what the part lacks comes there too.
    LoadOptions load;
    load.deviceBudget = this->graph().deviceBudget();
    const std::unique_ptr<LoadingJob> job = graph->load(load);
    while (job->step(stop)) { }
    NamedTensors inputs;
    for (const GraphPort& port : graph->inputs()) {
        if (!port.isOpaque) {
            inputs.emplace(port.name, m_inputs.find(port.name));
        }
    }
    std::map<std::string, HostValue> opaque = m_values;
    std::erase_if(opaque, [&](const auto& entry) {
        return std::ranges::find(graph->inputs(), entry.first, &GraphPort::name) == graph->inputs().end();
    });
    KeptTensors outputs;
    DispatchReport report = device().dispatch(*graph, inputs,
        [&](const std::string& output, const TensorDescriptor& descriptor) {
            return outputs.fit(device(), output, descriptor);
        },
        {.profile = false, .stopToken = stop, .values = std::move(opaque)});
    device().waitIdle();
    std::map<std::string, std::shared_ptr<const HostTensor>> values;
    for (const ValueInfo& output : part.graph.outputs) {
        if (const std::shared_ptr<Tensor> tensor = outputs.find(output.name)) {
            values.emplace(output.name, std::make_shared<const HostTensor>(device().readTensor(*tensor)));
        } else if (const auto value = report.values.find(output.name);
                   value != report.values.end() && value->second.tensor) {
            values.emplace(output.name, value->second.tensor); // strings
        }
    }
    outputs.clear();
    return values;
}

} // namespace weightless
