// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/session.h"

#include "engine/base/error.h"
#include "engine/session/valuepart.h"

#include <algorithm>

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

} // namespace

std::shared_ptr<const HostTensor> Session::valueOf(const std::string& name, const std::stop_token& stop)
{
    if (!m_isFed) {
        throw Error(ErrorKind::InvalidState,
            "Value '" + name + "' is not known yet: the inputs of the graph have no values");
    }
    if (const std::shared_ptr<Tensor> input = m_inputs.find(name)) {
        return std::make_shared<const HostTensor>(device().readTensor(*input));
    }
    if (const std::shared_ptr<Tensor> output = m_outputs.find(name); output && m_hasRun) {
        return std::make_shared<const HostTensor>(device().readTensor(*output));
    }
    return computed(name, stop);
}

std::shared_ptr<const HostTensor> Session::computed(const std::string& name, const std::stop_token& stop)
{
    if (const size_t unset = graph().constantCount() - graph().setCount(); unset > 0) {
        throw Error(ErrorKind::InvalidState,
            "Value '" + name + "' cannot be computed: " + std::to_string(unset)
                + " constants of the graph are unset");
    }
    const Model part = modelUpTo(*m_opened.model, name);
    BuildOptions options;
    options.freeDimensions = dimensionsOf(part, m_dimensions);
    options.usesSuggestions = true;
    options.weightsType = m_weightsType;
    options.stopToken = stop;
    const std::shared_ptr<Graph> graph = buildGraph(m_context, part, options);
    // The weights are on the device already, and shared: what is loaded here is what the part folds anew.
    const std::unique_ptr<LoadingJob> job = graph->load({});
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
    const std::shared_ptr<Tensor> tensor = outputs.find(name);
    if (!tensor) {
        throw Error(ErrorKind::Unsupported,
            "Value '" + name + "' is no tensor of numbers, and has nothing that could be shown");
    }
    auto values = std::make_shared<const HostTensor>(device().readTensor(*tensor));
    outputs.clear();
    return values;
}

} // namespace weightless
