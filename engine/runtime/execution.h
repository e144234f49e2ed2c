// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/plan/plan.h"
#include "engine/runtime/context.h"
#include "engine/runtime/pooledsteps.h"
#include "engine/runtime/recordingcache.h"

#include <memory>
#include <span>
#include <vector>

namespace weightless {

struct ContextInternals;

// A plan on a device: its buffers, and its command buffers for the tensors it was last dispatched with. One
// thread.
class Execution {
public:
    Execution(std::shared_ptr<const plan::Plan> plan, std::shared_ptr<ScratchMemory> scratch);
    ~Execution();
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

    [[nodiscard]] const plan::Plan& plan() const { return *m_plan; }

    // Those that are being compiled for this plan: the first run waits for their end. Of a plan without any
    // it compiles what nobody has, in parallel too.
    void setKernels(std::shared_ptr<const KernelCompilation> kernels) { m_kernels = std::move(kernels); }

    // All constants are set and the bindings fit the plan. Allocates, compiles and records on first use, runs
    // the once-steps if they have not run, then the steps. OutOfMemory, Unsupported, DeviceLost, Cancelled.
    DispatchReport run(ContextInternals& context, const ConstantStore& constants,
        const StepBindings& bindings, const DispatchOptions& options);

    // Runs the steps on tensors of no content, with one buffer in place of every constant, and returns how
    // long each took, in seconds; empty where the device has no timestamps. No constant needs to be set.
    // Errors as run().
    [[nodiscard]] std::vector<double> measure(
        ContextInternals& context, const ConstantStore& constants, const std::stop_token& stop);

    // How often command buffers were recorded, for tests: not again while bindings stay the same.
    [[nodiscard]] size_t recordingCount() const { return m_recordingCount; }

private:
    // `options` say who hears of kernels, and who stops it.
    void prepare(ContextInternals& context, const DispatchOptions& options);
    // There is an arena as large as this plan needs.
    void fitScratch(ContextInternals& context);
    // Hands over the segments, each as soon as what it needs of the weights is there; waits for all where
    // `options` ask for it, so that a stop takes effect between two of them.
    void submit(ContextInternals& context, const Recording& recording, const PooledSteps* pooled,
        const DispatchOptions& options, bool waits, WeightTraffic& traffic) const;
    // The visits of these steps; null where none of their constants lies in a pool.
    [[nodiscard]] std::unique_ptr<PooledSteps> pooledSteps(
        const ConstantStore& constants, std::span<const plan::PlanStep> steps) const;
    void runOnceSteps(
        ContextInternals& context, const ConstantStore& constants, const DispatchOptions& options);
    [[nodiscard]] const Recording& recordingFor(ContextInternals& context, const ConstantStore& constants,
        const StepBindings& bindings, bool profile);
    [[nodiscard]] RecordingSite recordingSite(
        ContextInternals& context, const ConstantStore& constants) const;

    std::shared_ptr<const plan::Plan> m_plan;
    std::shared_ptr<ScratchMemory> m_scratch;
    std::shared_ptr<const KernelCompilation> m_kernels; // null before the first run unless it was set
    PlanMemory m_memory;
    bool m_isPrepared = false;
    bool m_onceStepsRan = false;
    size_t m_recordingCount = 0;
    std::unique_ptr<PooledSteps> m_pooled; // null without a budget
    std::shared_ptr<RecordingCache> m_recordings = std::make_shared<RecordingCache>();
};

} // namespace weightless
