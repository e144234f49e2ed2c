// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/plan/plan.h"
#include "engine/runtime/context.h"
#include "engine/runtime/recordingcache.h"

#include <memory>
#include <vector>

namespace weightless {

struct ContextInternals;

// Activations of a graph's plans, of which one runs at a time: each has the largest arena so far as its own.
// One that needs more gets a new buffer; those before keep what they have.
struct ScratchMemory {
    std::shared_ptr<const vulkan::Buffer> arena;
};

// A plan on a device: its buffers, and its command buffers for the tensors it was last dispatched with. One
// thread.
class Execution {
public:
    Execution(std::shared_ptr<const plan::Plan> plan, std::shared_ptr<ScratchMemory> scratch);
    ~Execution();
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

    [[nodiscard]] const plan::Plan& plan() const { return *m_plan; }

    // All constants are set and the bindings fit the plan. Allocates and records on first use, runs the
    // once-steps if they have not run, then the steps. OutOfMemory, Unsupported, DeviceLost, Cancelled.
    DispatchReport run(ContextInternals& context, const ConstantStore& constants,
        const StepBindings& bindings, const DispatchOptions& options);

    // How often command buffers were recorded, for tests: not again while bindings stay the same.
    [[nodiscard]] size_t recordingCount() const { return m_recordingCount; }

private:
    void prepare(ContextInternals& context);
    void runOnceSteps(ContextInternals& context, const ConstantStore& constants);
    [[nodiscard]] const Recording& recordingFor(ContextInternals& context, const ConstantStore& constants,
        const StepBindings& bindings, bool profile);

    std::shared_ptr<const plan::Plan> m_plan;
    std::shared_ptr<ScratchMemory> m_scratch;
    PlanMemory m_memory;
    bool m_isPrepared = false;
    bool m_onceStepsRan = false;
    size_t m_recordingCount = 0;
    std::shared_ptr<RecordingCache> m_recordings = std::make_shared<RecordingCache>();
};

} // namespace weightless
