// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"

#include "engine/base/error.h"
#include "engine/constants/loadprediction.h"
#include "engine/constants/modes/loadstrategy.h"
#include "engine/plan/planner.h"
#include "engine/runtime/execution.h"
#include "engine/runtime/internals.h"
#include "engine/vulkan/weightarena.h"

#include <algorithm>

namespace weightless {

namespace {

constexpr size_t keptExecutions = 2;

std::vector<Shape> shapesOf(const std::vector<GraphPort>& ports)
{
    std::vector<Shape> shapes;
    for (const GraphPort& port : ports) {
        shapes.push_back(port.descriptor.shape);
    }
    return shapes;
}

// The constant with another source, for one write.
void setFromSource(GraphInternals& graph, size_t index, ConstantSource source)
{
    const ConstantInfo& declared = graph.constants->info(index);
    if (graph.constants->isSet(index)) {
        throw Error(ErrorKind::InvalidState,
            "Constant '" + declared.name + "' is set already; a constant is set once");
    }
    auto info = std::make_shared<ConstantInfo>(declared);
    info->source = std::move(source);
    const auto one = std::make_shared<ConstantStore>();
    one->add(std::move(info), true);
    const ContextInternals& context = *graph.context->internals();
    LoadOptions options;
    options.mode = LoadMode::Streamed;
    try {
        // No job: that would begin a measurement and forget the peaks of the one that was asked for.
        LoadReport report;
        const auto load = makeStreamedLoad(
            {context.device, one, options, context.externalData, nullptr, context.pipelines});
        while (load->step({}, report)) { }
    } catch (...) {
        throw currentError();
    }
    graph.constants->set(index, one->storage(0));
}

} // namespace

Graph::Graph(std::shared_ptr<GraphInternals> internals)
    : m_internals(std::move(internals))
{
}

Graph::~Graph() = default;

const std::vector<GraphPort>& Graph::inputs() const
{
    return m_internals->inputs;
}

const std::vector<GraphPort>& Graph::outputs() const
{
    return m_internals->outputs;
}

std::vector<GraphPort> Graph::outputsFor(const std::map<std::string, Shape>& inputShapes)
{
    std::vector<Shape> shapes = shapesOf(m_internals->inputs);
    for (size_t i = 0; i < shapes.size(); ++i) {
        if (const auto given = inputShapes.find(m_internals->inputs[i].name); given != inputShapes.end()) {
            shapes[i] = given->second;
        }
    }
    const auto execution = m_internals->executionFor(shapes);
    std::vector<GraphPort> ports = m_internals->outputs;
    for (size_t i = 0; i < ports.size(); ++i) {
        ports[i].descriptor = execution->plan().outputs[i];
    }
    return ports;
}

size_t Graph::constantCount() const
{
    return m_internals->constants->count();
}

const ConstantInfo& Graph::constant(size_t index) const
{
    return m_internals->constants->info(index);
}

bool Graph::isSet(size_t index) const
{
    return m_internals->constants->isSet(index);
}

size_t Graph::setCount() const
{
    return m_internals->constants->setCount();
}

std::vector<size_t> Graph::unsetConstants() const
{
    return m_internals->constants->unset();
}

size_t Graph::constantIndexOf(const Operand& constant) const
{
    if (constant.m_builder.lock() != m_internals->builder) {
        throw Error(ErrorKind::InvalidArgument, "The operand belongs to another graph");
    }
    const plan::Value& value = m_internals->builder->dataflow.values[constant.m_id];
    if (value.kind != plan::ValueKind::Constant) {
        throw Error(ErrorKind::InvalidArgument, "The operand is no hollow constant; only those are set");
    }
    return value.index;
}

void Graph::setConstantData(const Operand& constant, std::span<const std::byte> bytes)
{
    setConstantData(constantIndexOf(constant), bytes);
}

void Graph::setConstantData(const Operand& constant, const ConstantSource& source)
{
    setFromSource(*m_internals, constantIndexOf(constant), source);
}

void Graph::setConstantData(size_t index, std::span<const std::byte> bytes)
{
    if (index >= constantCount()) {
        throw Error(ErrorKind::InvalidArgument,
            "There is no constant " + std::to_string(index) + "; the graph has "
                + std::to_string(constantCount()));
    }
    const ConstantInfo& info = constant(index);
    if (isSet(index)) {
        throw Error(
            ErrorKind::InvalidState, "Constant '" + info.name + "' is set already; a constant is set once");
    }
    if (bytes.size() != info.sizeBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "Constant '" + info.name + "' (" + toString(info.descriptor) + ") takes "
                + std::to_string(info.sizeBytes) + " bytes, not " + std::to_string(bytes.size()));
    }
    const auto& device = m_internals->context->internals()->device;
    vulkan::WeightArena arena(device, info.sizeBytes);
    vulkan::BufferRange range = arena.allocate(info.sizeBytes);
    uploadBytes(device, range, bytes);
    m_internals->constants->set(index, {std::move(range), nullptr});
}

std::unique_ptr<LoadingJob> Graph::load(const LoadOptions& options)
{
    for (const size_t index : unsetConstants()) {
        const ConstantInfo& info = constant(index);
        if (!info.problem.empty()) {
            throw Error(ErrorKind::Io, "The weights cannot be loaded: " + info.problem);
        }
        if (!m_internals->constants->hasSource(index)) {
            throw Error(ErrorKind::InvalidState,
                "Constant '" + info.name
                    + "' has no source to load from; set its data with setConstantData()");
        }
    }
    const ContextInternals& context = *m_internals->context->internals();
    return std::make_unique<LoadingJob>(context.device, m_internals->constants, options, context.externalData,
        context.constantCache, context.pipelines);
}

LoadPrediction Graph::predict(const LoadOptions& options) const
{
    LoadPrediction prediction = predictLoad(*m_internals->context->internals()->device,
        *m_internals->constants, options, m_internals->context->internals()->externalData.get(),
        m_internals->context->internals()->constantCache.get());
    const MemoryPlan memory = memoryPlan();
    prediction.deviceActivationsBytes = memory.activationBytes + memory.derivedBytes;
    prediction.fits = prediction.fits
        && prediction.deviceWeightsBytes + prediction.deviceActivationsBytes <= prediction.freeDeviceBytes;
    return prediction;
}

MemoryPlan Graph::memoryPlan() const
{
    const plan::Plan& plan = *m_internals->plan;
    return {m_internals->constants->totalBytes(), plan.arenaBytes, plan.keptBytes, plan.steps.size(),
        plan.onceSteps.size()};
}

void Graph::unload()
{
    m_internals->context->waitIdle();
    m_internals->executions.clear(); // their command buffers hold the constants' memory
    m_internals->constants->unload();
}

std::shared_ptr<Execution> GraphInternals::executionFor(
    const std::vector<Shape>& inputShapes, const std::stop_token& stopToken)
{
    const auto found = std::ranges::find_if(
        executions, [&](const auto& execution) { return execution->inputShapes() == inputShapes; });
    if (found != executions.end()) {
        std::rotate(executions.begin(), found, found + 1);
        return executions.front();
    }
    executions.push_front(std::make_shared<Execution>(planFor(inputShapes, stopToken), inputShapes));
    if (executions.size() > keptExecutions) {
        executions.pop_back();
    }
    return executions.front();
}

std::shared_ptr<const plan::Plan> GraphInternals::planFor(
    const std::vector<Shape>& inputShapes, const std::stop_token& stopToken) const
{
    if (inputShapes == shapesOf(inputs)) {
        return plan;
    }
    for (size_t i = 0; i < inputShapes.size(); ++i) {
        checkInputShape(i, inputShapes[i]);
    }
    const plan::PlanOptions options {.stopToken = stopToken};
    const plan::Specialization specialization = plan::specialize(builder->dataflow, inputShapes, options);
    return plan::makePlan(builder->dataflow, specialization, context->device().traits, options);
}

void GraphInternals::checkInputShape(size_t input, const Shape& shape) const
{
    const GraphPort& port = inputs[input];
    bool fits = shape.size() == port.descriptor.shape.size();
    for (size_t i = 0; fits && i < shape.size(); ++i) {
        fits = port.freeDimensions[i] || shape[i] == port.descriptor.shape[i];
    }
    if (!fits) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + port.name + "' is " + toString(shape) + ", but the graph takes "
                + toString(port.descriptor));
    }
}

} // namespace weightless
