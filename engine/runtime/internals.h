// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the public classes of this folder are made of. Included only here.

#include "engine/constants/constantcache.h"
#include "engine/constants/constantstore.h"
#include "engine/plan/dataflow.h"
#include "engine/plan/plan.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/tensor.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/instance.h"
#include "engine/vulkan/pipeline.h"

#include <deque>
#include <set>
#include <unordered_set>

namespace weightless {

class Execution;

// Files whose pages took part in computing what a tensor holds. What was computed from pages that went away
// meanwhile is void, and so is what was computed from that.
struct PageProvenance {
    std::vector<std::shared_ptr<const FileMapping>> mappings; // sorted, each once

    void checkIntact() const; // Io
};

// Of a dispatch whose graph binds `mappings` and whose inputs are these; null when no pages took part.
[[nodiscard]] std::shared_ptr<const PageProvenance> provenanceOf(
    std::vector<std::shared_ptr<const FileMapping>> mappings, const NamedTensors& inputs);

struct ContextInternals {
    LogSink log;
    std::shared_ptr<vulkan::Instance> instance;
    std::shared_ptr<vulkan::Device> device;
    std::shared_ptr<vulkan::PipelineLibrary> pipelines;
    std::shared_ptr<ExternalDataManager> externalData = std::make_shared<ExternalDataManager>();
    vulkan::DeviceInfo info; // the device's, as plans see it
    std::shared_ptr<ConstantCache> constantCache = std::make_shared<ConstantCache>();
    bool bindsByAddress = false;
    bool readsThroughStaging = false;
    TransferCounts transfers;
    std::deque<vulkan::Submission> inFlight; // on the compute queue, oldest first

    void keep(vulkan::Submission submission);
    void waitForDevice(); // everything in flight
    void forgetDone();
};

struct TensorInternals {
    std::weak_ptr<ContextInternals> context;
    TensorDescriptor descriptor;
    uint64_t sizeBytes = 0;
    TensorUsage usage;
    vulkan::BufferRange range;
    std::shared_ptr<const PageProvenance> provenance; // null: nothing is left to check
    bool isDestroyed = false;
};

struct GraphBuilderState {
    std::shared_ptr<Context> context;
    plan::Dataflow dataflow;
    plan::Specialization specialization;
    std::shared_ptr<ConstantStore> constants = std::make_shared<ConstantStore>();
    std::vector<std::string> inputNames;
    std::unordered_set<std::string> usedInputNames; // the same; a model may have 100,000
    std::vector<std::vector<bool>> freeDimensions;
    bool isBuilt = false;
};

struct GraphInternals {
    std::shared_ptr<Context> context;
    std::shared_ptr<const GraphBuilderState> builder; // the operands of this graph are its operands
    std::shared_ptr<ConstantStore> constants;
    std::vector<GraphPort> inputs;
    std::vector<GraphPort> outputs;
    std::shared_ptr<const plan::Plan> plan; // for the shapes the graph was built with
    std::deque<std::shared_ptr<Execution>> executions; // most recently used first

    // The plan made ready for these input shapes, from the cache or new. InvalidArgument for shapes that
    // differ in a dimension that is not free.
    [[nodiscard]] std::shared_ptr<Execution> executionFor(const std::vector<Shape>& inputShapes);
    void checkInputShape(size_t input, const Shape& shape) const;
    [[nodiscard]] std::shared_ptr<const plan::Plan> planFor(const std::vector<Shape>& inputShapes) const;
};

// Puts bytes into a range of device memory: in place where it is mapped, through a staging slice where it is
// not. The device must not be using the range.
void uploadBytes(const std::shared_ptr<const vulkan::Device>& device, const vulkan::BufferRange& target,
    std::span<const std::byte> bytes);

// The reverse. Waits for what the device is doing.
void downloadBytes(const std::shared_ptr<vulkan::Device>& device, const vulkan::BufferRange& source,
    std::span<std::byte> bytes);

} // namespace weightless
