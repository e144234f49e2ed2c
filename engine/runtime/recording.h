// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/plan/plan.h"
#include "engine/runtime/pooledsteps.h"
#include "engine/runtime/scratchmemory.h"
#include "engine/runtime/slabs.h"
#include "engine/vulkan/commandbuffer.h"
#include "engine/vulkan/pipeline.h"
#include "engine/vulkan/recorder.h"
#include "engine/vulkan/timestamps.h"

#include <memory>
#include <span>
#include <vector>

namespace weightless {

// The caller's tensors of one dispatch, in the order of the plan's inputs and outputs.
struct StepBindings {
    std::vector<vulkan::BufferRange> inputs;
    std::vector<vulkan::BufferRange> outputs;

    [[nodiscard]] bool isSameAs(const StepBindings& other) const;
    [[nodiscard]] bool contains(const vulkan::Buffer& buffer) const;
};

// The plan's own device memory.
struct PlanMemory {
    Slabs kept;
    std::shared_ptr<const ScratchMemory> scratch; // with the arena
    Slabs onceArena; // only while the once-steps run
};

// Steps as command buffers: one, or segments short enough to stop between and, on a desktop GPU, to stay
// below its watchdog. Recorded once, submitted many times.
struct Recording {
    StepBindings bindings;
    bool profile = false;
    uint64_t mostWork = 0; // that a segment was to have
    uint64_t largestWork = 0; // that one has
    uint64_t work = 0; // of all
    std::vector<std::shared_ptr<const vulkan::CommandBuffer>> segments;
    std::shared_ptr<vulkan::TimestampPool> timestamps; // with profile
    struct StepStamps {
        uint32_t begin = 0; // the one that was written when the step could begin
        uint32_t end = 0;
    };
    std::vector<StepStamps> stamps; // by step
    // Under a device budget: how many visits a segment needs, and how many segments have to be done before a
    // visit's place may be written.
    std::vector<size_t> neededVisits; // by segment
    std::vector<size_t> afterSegments; // by visit

    // Cut far too often, or not often enough, for what a submission may take by now.
    [[nodiscard]] bool isOutdated(uint64_t mostWorkNow) const;
};

struct RecordingSite {
    std::shared_ptr<const vulkan::Device> device;
    vulkan::PipelineLibrary& pipelines;
    const plan::Plan& plan;
    const PlanMemory& memory;
    const ConstantStore& constants;
    bool bindsByAddress = false; // even where descriptors would do
    vulkan::BufferRange standIn {}; // takes the place of every constant, where a run is only measured
    const PooledSteps* pooled = nullptr; // where the steps find what lies in the pool of a budget
    uint64_t mostWork = 0; // of a segment (workrate.h); 0: as the device's policy guesses
};

// Unsupported (a kernel needs what the device lacks), vulkan::MatrixRefusal, OutOfMemory, with the step's
// node in the message.
[[nodiscard]] std::unique_ptr<Recording> recordSteps(const RecordingSite& site,
    std::span<const plan::PlanStep> steps, const StepBindings& bindings, bool profile);

} // namespace weightless
