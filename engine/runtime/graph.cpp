// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/graph.h"

#include "engine/base/error.h"
#include "engine/constants/loadprediction.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/execution.h"
#include "engine/runtime/graphinternals.h"
#include "engine/runtime/kernelvariants.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace weightless {

namespace {

void requireConstant(size_t index, size_t count)
{
    if (index >= count) {
        throw Error(ErrorKind::InvalidArgument,
            "There is no constant " + std::to_string(index) + "; the graph has " + std::to_string(count));
    }
}

// Sets the constants that are not loaded, and keeps for the next one what it needs.
ConstantSetter& setterOf(GraphInternals& graph)
{
    if (graph.setter == nullptr) {
        const ContextInternals& context = *graph.context->internals();
        graph.setter = std::make_unique<ConstantSetter>(
            context.device, graph.constants, context.externalData, context.pipelines);
    }
    return *graph.setter;
}

// For messages: "its inputs are 'a', 'b'".
std::string namesOf(const std::vector<GraphPort>& inputs)
{
    constexpr size_t named = 10;
    std::string names;
    for (size_t i = 0; i < std::min(inputs.size(), named); ++i) {
        names += (i > 0 ? ", '" : "its inputs are '") + inputs[i].name + "'";
    }
    return inputs.empty() ? "it has none" : names + (inputs.size() > named ? " …" : "");
}

// What tensors of these take, as far as they are known before a run and on the device.
uint64_t bytesOf(std::span<const GraphPort> ports)
{
    uint64_t bytes = 0;
    for (const GraphPort& port : ports) {
        bytes += port.isOpaque ? 0 : byteCount(port.descriptor).value_or(0);
    }
    return bytes;
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

std::vector<GraphPort> Graph::outputsFor(
    const std::map<std::string, Shape>& inputShapes, const std::stop_token& stop)
{
    const plan::Progress& progress = m_internals->firstStage(shapesWith(inputShapes), stop).segment.after;
    std::vector<GraphPort> ports = m_internals->outputs;
    for (size_t i = 0; i < ports.size(); ++i) {
        ports[i].descriptor = portDescriptor(
            progress.specialization.descriptors[m_internals->builder->dataflow.outputs[i].second]);
    }
    return ports;
}

std::vector<Shape> Graph::shapesWith(const std::map<std::string, Shape>& inputShapes) const
{
    std::vector<Shape> shapes = m_internals->builtShapes();
    std::map<std::string, Shape> unknown = inputShapes;
    for (size_t i = 0; i < shapes.size(); ++i) {
        if (auto given = unknown.extract(m_internals->inputs[i].name)) {
            shapes[i] = std::move(given.mapped());
        }
    }
    if (!unknown.empty()) {
        throw Error(ErrorKind::InvalidArgument,
            "The graph has no input named '" + unknown.begin()->first + "'; " + namesOf(m_internals->inputs));
    }
    return shapes;
}

std::shared_ptr<const KernelCompilation> Graph::compileKernels(
    const std::map<std::string, Shape>& inputShapes, const std::stop_token& stop)
{
    std::vector<Shape> shapes = shapesWith(inputShapes);
    const Stage& first = m_internals->firstStage(shapes, stop);
    // The same ones also after unload(), which forgets the plan: the driver keeps what it compiled.
    if (m_internals->kernels == nullptr || m_internals->kernelShapes != shapes) {
        const ContextInternals& context = *m_internals->context->internals();
        std::vector<KernelVariant> kernels;
        if (first.segment.plan) {
            kernels = kernelsOf(*first.segment.plan, context.info.traits, context.bindsByAddress);
        }
        m_internals->kernels.reset(); // ends those that were for other shapes
        m_internals->kernels =
            std::make_shared<const KernelCompilation>(context.device, context.pipelines, std::move(kernels));
        m_internals->kernelShapes = std::move(shapes);
    }
    if (first.execution != nullptr) {
        first.execution->setKernels(m_internals->kernels);
    }
    return m_internals->kernels;
}

size_t Graph::constantCount() const
{
    return m_internals->constants->count();
}

const ConstantInfo& Graph::constant(size_t index) const
{
    requireConstant(index, constantCount());
    return m_internals->constants->info(index);
}

const ConstantInfo& Graph::declaredConstant(size_t index) const
{
    requireConstant(index, constantCount());
    return m_internals->constants->added(index);
}

bool Graph::isSet(size_t index) const
{
    std::ignore = constant(index);
    return m_internals->constants->isSet(index);
}

bool Graph::comesWithRuns(size_t index) const
{
    std::ignore = constant(index);
    return m_internals->constants->comesWithRuns(index);
}

size_t Graph::setCount() const
{
    return m_internals->constants->setCount();
}

std::vector<ClampedConstant> Graph::clampedConstants() const
{
    return m_internals->constants->clampedConstants();
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

void Graph::setConstantData(
    const Operand& constant, const ConstantSource& source, const std::stop_token& stop)
{
    setterOf(*m_internals).set(constantIndexOf(constant), source, stop);
}

void Graph::setConstantData(size_t index, std::span<const std::byte> bytes)
{
    setterOf(*m_internals).set(index, bytes);
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
    m_internals->setter.reset();
    m_internals->dropVoidStages(); // so that the load finds their memory free
    const ContextInternals& context = *m_internals->context->internals();
    const auto dropStages = [graph = std::weak_ptr(m_internals)] {
        if (const auto internals = graph.lock()) { // a job may outlive the graph
            internals->context->waitIdle();
            internals->dropStages();
        }
    };
    return std::make_unique<LoadingJob>(context.device, m_internals->constants, options, context.externalData,
        context.constantCache, context.pipelines, context.pools, dropStages);
}

LoadPrediction Graph::predict(const LoadOptions& options) const
{
    LoadPrediction prediction = predictLoad(*m_internals->context->internals()->device,
        *m_internals->constants, options, m_internals->context->internals()->externalData.get(),
        m_internals->context->internals()->constantCache.get(),
        m_internals->context->internals()->pools.get());
    const MemoryPlan memory = memoryPlan();
    prediction.isRunWhole = memory.isComplete;
    prediction.deviceActivationsBytes = memory.runBytes();
    prediction.fits = prediction.fits
        && prediction.deviceWeightsBytes + prediction.deviceActivationsBytes <= prediction.freeDeviceBytes;
    return prediction;
}

MemoryPlan Graph::memoryPlan() const
{
    MemoryPlan memory = m_internals->memory;
    memory.portBytes = bytesOf(inputs()) + bytesOf(outputs());
    return memory;
}

uint64_t Graph::deviceBudget() const
{
    return m_internals->constants->budgetBytes();
}

bool Graph::isOutdated() const
{
    return m_internals->refusals != m_internals->context->internals()->refusals;
}

void Graph::unload()
{
    m_internals->context->waitIdle();
    m_internals->dropStages(); // their command buffers hold the constants' memory
    m_internals->constants->unload();
}

} // namespace weightless
