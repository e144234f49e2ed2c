// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/modelrunner.h"

#include "engine/base/error.h"

#include <chrono>

namespace weightless::ui {

namespace {

NamedTensors makeInputs(Context& context, const Graph& graph, const RunRequest& request)
{
    NamedTensors tensors;
    for (const GraphPort& port : graph.inputs()) {
        TensorDescriptor descriptor = port.descriptor;
        if (const auto shape = request.inputShapes.find(port.name); shape != request.inputShapes.end())
            descriptor.shape = shape->second;
        const auto found = request.inputs.find(port.name);
        const InputSource source = found == request.inputs.end() ? InputSource {} : found->second;
        const HostTensor values = makeInput(port.name, descriptor, source);
        auto tensor = context.createTensor(descriptor);
        context.writeTensor(*tensor, values.bytes);
        tensors.emplace(port.name, std::move(tensor));
    }
    return tensors;
}

// How many copies were made between two counts.
TransferCounts difference(const TransferCounts& before, const TransferCounts& after)
{
    TransferCounts counts;
    counts.writes = after.writes - before.writes;
    counts.reads = after.reads - before.reads;
    counts.readBackCopies = after.readBackCopies - before.readBackCopies;
    counts.recordings = after.recordings - before.recordings;
    return counts;
}

void complete(OutputResult& output, HostTensor values)
{
    output.statistics = statisticsOf(values);
    output.picture = pictureOf(values);
    output.values = std::make_shared<const HostTensor>(std::move(values));
}

} // namespace

RunResultPtr ModelRunner::run(const std::shared_ptr<Context>& context, Graph& graph,
    const RunRequest& request, const Progress& onProgress)
{
    clear();
    if (const size_t hollow = graph.constantCount() - graph.setCount(); hollow > 0) {
        throw Error(ErrorKind::InvalidState,
            std::to_string(hollow) + " of " + std::to_string(graph.constantCount())
                + " constants are hollow: load them before the graph is dispatched");
    }
    m_countsBefore = context->transferCounts();
    const NamedTensors inputs = makeInputs(*context, graph, request);
    const std::vector<GraphPort> ports =
        request.inputShapes.empty() ? graph.outputs() : graph.outputsFor(request.inputShapes);
    for (const GraphPort& port : ports)
        m_outputs.emplace(port.name, context->createTensor(port.descriptor));

    auto result = std::make_shared<RunResult>();
    for (int i = 0; i < request.repeatCount; ++i) {
        onProgress(i, request.repeatCount);
        const bool isLast = i + 1 == request.repeatCount;
        const auto begin = std::chrono::steady_clock::now();
        DispatchReport report = context->dispatch(
            graph, inputs, m_outputs, {.profile = request.profiles && isLast, .stopToken = request.stop});
        context->waitIdle();
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
        result->seconds.push_back(report.seconds > 0 ? report.seconds : elapsed.count());
        if (isLast)
            result->steps = std::move(report.steps);
    }

    std::vector<std::shared_ptr<Tensor>> toRead;
    for (const GraphPort& port : ports) {
        if (!request.deviceOutputs.contains(port.name))
            toRead.push_back(m_outputs.at(port.name));
    }
    std::vector<HostTensor> values = context->readTensors(toRead);
    size_t next = 0;
    for (const GraphPort& port : ports) {
        OutputResult output {
            .name = port.name, .descriptor = port.descriptor, .values = {}, .statistics = {}, .picture = {}};
        if (!request.deviceOutputs.contains(port.name))
            complete(output, std::move(values[next++]));
        result->outputs.push_back(std::move(output));
    }
    result->copies = difference(m_countsBefore, context->transferCounts());
    m_last = result;
    return result;
}

RunResultPtr ModelRunner::readBack(Context& context, const std::string& output)
{
    const auto tensor = m_outputs.find(output);
    if (!m_last || tensor == m_outputs.end())
        throw Error(ErrorKind::InvalidState, "output '" + output + "' is not on the device: run the model");
    auto result = std::make_shared<RunResult>(*m_last);
    for (OutputResult& entry : result->outputs) {
        if (entry.name == output)
            complete(entry, context.readTensor(*tensor->second));
    }
    result->copies = difference(m_countsBefore, context.transferCounts());
    m_last = result;
    return result;
}

void ModelRunner::clear()
{
    m_outputs.clear();
    m_last.reset();
}

} // namespace weightless::ui
