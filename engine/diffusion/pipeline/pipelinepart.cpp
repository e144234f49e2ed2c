// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/pipelinepart.h"

#include "engine/base/error.h"

#include <algorithm>

namespace weightless::diffusion {

PipelinePart::PipelinePart(std::shared_ptr<Context> context, std::string role, const std::string& location,
    const http::HttpOptions& httpOptions, const std::stop_token& stop)
    : m_role(std::move(role))
    , m_session(std::move(context))
{
    onnx_io::ReadOptions options;
    options.stopToken = stop;
    http::HttpOptions ofFolder = httpOptions;
    ofFolder.externalQuery = http::SiblingQuery::Same; // as the part has it from its folder
    m_opened = openModel(location, options, ofFolder);
    m_session.open(m_opened);
    m_weightBytes = totalsOf(model()).constantBytes;
}

const ValueInfo* PipelinePart::input(const std::string& name) const
{
    const auto& inputs = model().graph.inputs;
    const auto found = std::ranges::find(inputs, name, &ValueInfo::name);
    return found == inputs.end() ? nullptr : &*found;
}

const ValueInfo& PipelinePart::needInput(std::initializer_list<const char*> names) const
{
    for (const char* const name : names) {
        if (const ValueInfo* const found = input(name)) {
            return *found;
        }
    }
    std::string there;
    for (const ValueInfo& each : model().graph.inputs) {
        there += (there.empty() ? "'" : ", '") + each.name + "'";
    }
    throw Error(ErrorKind::InvalidArgument,
        "The " + m_role + " has no input '" + *names.begin() + "'; its inputs are "
            + (there.empty() ? "none" : there));
}

bool PipelinePart::isBuilt(
    const std::map<std::string, TensorDescriptor>& inputs, const PartOptions& options) const
{
    const bool isPlanned = m_session.hasGraph() && !m_session.graph().isOutdated();
    return isPlanned && m_inputs == inputs && m_options == options;
}

void PipelinePart::build(const std::map<std::string, TensorDescriptor>& inputs, const PartOptions& options,
    const std::stop_token& stop)
{
    if (isBuilt(inputs, options)) {
        return;
    }
    for (const ValueInfo& each : model().graph.inputs) {
        if (!inputs.contains(each.name)) {
            throw Error(ErrorKind::Unsupported,
                "The " + m_role + " has an input '" + each.name + "' that no pipeline here knows of");
        }
    }
    GraphRequest request;
    request.fed = inputs;
    request.weightsType = options.weightsType;
    request.activationBudget = options.activationBudget;
    request.stop = stop;
    m_inputs.clear();
    m_session.build(request);
    m_inputs = inputs;
    m_options = options;
}

uint64_t PipelinePart::leastBudgetBytes(const std::stop_token& stop) const
{
    Session planned(m_session.context());
    planned.open(m_opened);
    GraphRequest request;
    request.stop = stop;
    try {
        planned.build(request);
        // Too little for any step: how much it needs is told.
        return planned.graph()
            .predict({.mode = LoadMode::Streamed, .deviceBudget = 1, .sharesBudget = true})
            .leastBudgetBytes;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) {
            throw;
        }
        return 0; // which a run tells with the sizes that it has
    }
}

bool PipelinePart::hasHalfWeights(const PartOptions& options) const
{
    if (options.weightsType) {
        return *options.weightsType != DataType::Float32;
    }
    return std::ranges::any_of(model().graph.constants, [](const auto& constant) {
        const DataType type = constant->descriptor.type;
        return !constant->value && (type == DataType::Float16 || type == DataType::BFloat16);
    });
}

bool PipelinePart::isLoaded() const
{
    return m_session.hasGraph() && m_session.graph().setCount() == m_session.graph().constantCount();
}

void PipelinePart::load(
    const std::stop_token& stop, const std::function<void(const LoadProgress&)>& onProgress)
{
    if (isLoaded()) {
        return;
    }
    LoadOptions options = m_options.load;
    options.sharesBudget = options.deviceBudget > 0;
    m_session.load(options)->run(stop, onProgress);
}

void PipelinePart::release() noexcept
{
    m_inputs.clear();
    OpenedModel opened = m_opened;
    m_session.open(std::move(opened));
}

NamedTensors PipelinePart::makeOutputs() const
{
    NamedTensors tensors;
    for (const GraphPort& port : graph().outputs()) {
        tensors[port.name] = m_session.context()->createTensor(port.descriptor);
    }
    return tensors;
}

void PipelinePart::run(const NamedTensors& inputs, const NamedTensors& outputs, const std::stop_token& stop)
{
    DispatchOptions options;
    options.stopToken = stop;
    m_session.context()->dispatch(graph(), inputs, outputs, options);
}

} // namespace weightless::diffusion
