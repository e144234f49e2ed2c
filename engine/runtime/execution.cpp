// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/execution.h"

#include "engine/base/error.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicecopy.h"

#include <chrono>

namespace weightless {

namespace {

constexpr size_t segmentsAhead =
    2; // handed over while an earlier one runs, so that the device never waits for us

std::shared_ptr<const vulkan::Buffer> activationBuffer(const vulkan::Device& device, uint64_t sizeBytes)
{
    return std::make_shared<const vulkan::Buffer>(device.createActivationBuffer(sizeBytes));
}

// Hands over the segments one after the other and waits, so that a stop takes effect between two of them.
void submitAndWait(ContextInternals& context, const Recording& recording, const std::stop_token& stop)
{
    for (const auto& segment : recording.segments) {
        context.keep(context.device->submit(segment));
        while (context.inFlight.size() > segmentsAhead) {
            context.inFlight.front().wait();
            context.forgetDone();
        }
        if (stop.stop_requested()) {
            context.waitForDevice();
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
    }
    context.waitForDevice();
}

std::vector<StepTime> profileOf(const Recording& recording, std::span<const plan::PlanStep> steps)
{
    const std::vector<uint64_t> times =
        recording.timestamps->readNs(0, static_cast<uint32_t>(steps.size() + 1));
    std::vector<StepTime> profile;
    for (size_t i = 0; i < steps.size(); ++i) {
        const auto* dispatch = std::get_if<ops::DispatchStep>(&steps[i].work);
        profile.push_back({steps[i].node, steps[i].opType,
            dispatch != nullptr ? std::string(dispatch->kernel->name) : std::string("copy"),
            static_cast<double>(times[i + 1] - times[i]) * 1e-6});
    }
    return profile;
}

} // namespace

Execution::Execution(std::shared_ptr<const plan::Plan> plan, std::shared_ptr<ScratchMemory> scratch)
    : m_plan(std::move(plan))
    , m_scratch(std::move(scratch))
{
}

Execution::~Execution() = default;

DispatchReport Execution::run(ContextInternals& context, const ConstantStore& constants,
    const StepBindings& bindings, const DispatchOptions& options)
{
    prepare(context);
    runOnceSteps(context, constants);
    const bool measures = options.profile && context.hasTimestamps;
    const Recording& recording = recordingFor(context, constants, bindings, measures);
    DispatchReport report;
    report.lacksTimestamps = options.profile && !measures;
    if (!options.profile && !options.stopToken.stop_possible()) {
        for (const auto& segment : recording.segments) {
            context.keep(context.device->submit(segment));
        }
        return report;
    }
    const auto start = std::chrono::steady_clock::now();
    submitAndWait(context, recording, options.stopToken);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (measures) {
        report.steps = profileOf(recording, m_plan->steps);
    }
    return report;
}

void Execution::prepare(ContextInternals& context)
{
    if (m_isPrepared) {
        return;
    }
    PlanMemory memory;
    memory.kept = activationBuffer(*context.device, m_plan->keptBytes);
    if (!m_scratch->arena || m_scratch->arena->sizeBytes() < m_plan->arenaBytes) {
        m_scratch->arena = activationBuffer(*context.device, m_plan->arenaBytes);
    }
    memory.arena = m_scratch->arena;
    for (const plan::KnownUpload& upload : m_plan->knownUploads) {
        uploadBytes(context.device, {memory.kept, upload.offsetBytes, upload.value->bytes.size()},
            upload.value->bytes);
    }
    m_memory = std::move(memory);
    context.watch(m_recordings);
    m_isPrepared = true;
}

void Execution::runOnceSteps(ContextInternals& context, const ConstantStore& constants)
{
    if (m_onceStepsRan) {
        return;
    }
    if (!m_plan->onceSteps.empty()) {
        m_memory.onceArena = activationBuffer(*context.device, m_plan->onceArenaBytes);
        const auto recording = recordSteps(
            {context.device, *context.pipelines, *m_plan, m_memory, constants, context.bindsByAddress},
            m_plan->onceSteps, {}, false);
        submitAndWait(context, *recording, {});
        m_memory.onceArena.reset();
    }
    m_onceStepsRan = true;
}

const Recording& Execution::recordingFor(
    ContextInternals& context, const ConstantStore& constants, const StepBindings& bindings, bool profile)
{
    if (const Recording* recording = m_recordings->find(bindings, profile)) {
        return *recording;
    }
    auto recording = recordSteps(
        {context.device, *context.pipelines, *m_plan, m_memory, constants, context.bindsByAddress},
        m_plan->steps, bindings, profile);
    ++m_recordingCount;
    ++context.transfers.recordings;
    return m_recordings->add(std::move(recording));
}

} // namespace weightless
