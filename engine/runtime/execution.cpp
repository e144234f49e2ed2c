// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/execution.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/base/sizetext.h"
#include "engine/plan/arenamap.h"
#include "engine/plan/stepaccess.h"
#include "engine/runtime/constantfeed.h"
#include "engine/runtime/constantuses.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicecopy.h"
#include "engine/runtime/kernelvariants.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace weightless {

namespace {

constexpr size_t segmentsAhead =
    2; // handed over while an earlier one runs, so that the device never waits for us

// Before anything is allocated for a plan that can never run.
void checkTensorsFit(const plan::Plan& plan, std::span<const plan::PlanStep> steps)
{
    for (const plan::PlanStep& step : steps) {
        plan::forEachAccess(step, [&](uint32_t id, ops::Access) {
            const plan::PlanTensor& tensor = plan.tensors[id];
            const bool isOurs = tensor.home == plan::Home::Arena || tensor.home == plan::Home::OnceArena
                || tensor.home == plan::Home::Kept;
            if (isOurs && tensor.sizeBytes > plan.slabBytes) {
                const ComparedSizes sizes = compareSizes(tensor.sizeBytes, plan.slabBytes);
                throw Error(ErrorKind::Unsupported,
                    "Node '" + step.node + "' (" + step.opType + "): a tensor of " + sizes.first
                        + " is more than the " + sizes.second
                        + " that the device gives at once; smaller free dimensions need less");
            }
        });
    }
}

// OutOfMemory names the step that needs the most of it.
std::shared_ptr<const Slabs> arenaFor(const vulkan::Device& device, const plan::Plan& plan)
{
    try {
        return std::make_shared<const Slabs>(device, plan.arenaBytes, plan.slabBytes);
    } catch (const Error& error) {
        const plan::ArenaMap arena = plan::arenaMapOf(plan);
        if (error.kind() != ErrorKind::OutOfMemory || arena.steps.empty()) {
            throw;
        }
        throw Error(ErrorKind::OutOfMemory,
            error.message() + " A run needs " + formatBytes(plan.arenaBytes)
                + " for activations, most of it in " + plan::describe(arena.steps[arena.peakStep()])
                + ": smaller free dimensions need less");
    }
}

// A driver that does not compile what it says it can is no reason to fail more than once.
std::unique_ptr<Recording> recorded(ContextInternals& context, const RecordingSite& site,
    std::span<const plan::PlanStep> steps, const StepBindings& bindings, bool profile)
{
    try {
        return recordSteps(site, steps, bindings, profile);
    } catch (const vulkan::MatrixRefusal& refusal) {
        throw context.learnOf(refusal);
    }
}

std::vector<StepTime> profileOf(const Recording& recording, std::span<const plan::PlanStep> steps)
{
    if (steps.empty()) {
        return {};
    }
    const std::vector<int64_t> times = recording.timestamps->readNs(0, recording.stamps.back().end + 1);
    const auto milliseconds = [&](uint32_t from, uint32_t to) {
        return static_cast<double>(times[to] - times[from]) * 1e-6;
    };
    std::vector<StepTime> profile;
    for (size_t i = 0; i < steps.size(); ++i) {
        const auto* dispatch = std::get_if<ops::DispatchStep>(&steps[i].work);
        const Recording::StepStamps& stamps = recording.stamps[i];
        StepTime step {steps[i].node, steps[i].opType,
            dispatch != nullptr ? std::string(dispatch->kernel->name) : std::string("copy"),
            milliseconds(stamps.begin, stamps.end)};
        step.beginMilliseconds = milliseconds(0, stamps.begin);
        step.waitedMilliseconds = i > 0 ? milliseconds(recording.stamps[i - 1].end, stamps.begin) : 0.0;
        profile.push_back(std::move(step));
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
    prepare(context, options);
    fitScratch(context);
    runOnceSteps(context, constants, options);
    if (m_pooled == nullptr) {
        m_pooled = pooledSteps(constants, m_plan->steps);
    }
    const bool measures = options.profile && context.hasTimestamps;
    const Recording& recording = recordingFor(context, constants, bindings, measures);
    DispatchReport report;
    report.lacksTimestamps = options.profile && !measures;
    const bool waits = options.profile || options.stopToken.stop_possible();
    const bool isAlone = waits && m_pooled == nullptr && context.isIdle(); // and tells how fast the device is
    const auto start = std::chrono::steady_clock::now();
    submit(context, recording, m_pooled.get(), options, waits, report.weights);
    if (waits) {
        report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    if (isAlone) {
        context.workRate.note(
            static_cast<double>(recording.work), report.seconds, context.mostWorkPerSubmission());
    }
    if (measures) {
        report.steps = profileOf(recording, m_plan->steps);
    }
    return report;
}

std::vector<double> Execution::measure(
    ContextInternals& context, const ConstantStore& constants, const std::stop_token& stop)
{
    if (!context.hasTimestamps) {
        return {};
    }
    DispatchOptions options;
    options.stopToken = stop;
    prepare(context, options);
    fitScratch(context);
    uint64_t largest = 1;
    for (const plan::PlanTensor& tensor : m_plan->tensors) {
        if (tensor.home == plan::Home::Constant) {
            largest = std::max(largest, constants.info(tensor.index).sizeBytes);
        }
    }
    const auto zeroed = [&](uint64_t bytes) {
        const auto buffer = std::make_shared<const vulkan::Buffer>(context.device->createTensorBuffer(bytes));
        vulkan::CommandRecorder recorder(context.device);
        recorder.fill({buffer, 0, buffer->sizeBytes()}, 0);
        context.device->submit(recorder.finish()).wait();
        return vulkan::BufferRange {buffer, 0, bytes};
    };
    StepBindings bindings;
    for (const TensorDescriptor& input : m_plan->inputs) {
        bindings.inputs.push_back(zeroed(byteCount(input).value_or(0)));
    }
    for (const TensorDescriptor& output : m_plan->outputs) {
        bindings.outputs.push_back(zeroed(byteCount(output).value_or(0)));
    }
    RecordingSite site = recordingSite(context, constants);
    site.standIn = zeroed(largest);
    const auto recording = recorded(context, site, m_plan->steps, bindings, true);
    WeightTraffic traffic;
    std::vector<double> seconds;
    for (int round = 0; round < 2; ++round) { // the first compiles, and touches memory that nobody had
        submit(context, *recording, nullptr, options, true, traffic);
    }
    double all = 0;
    for (const StepTime& step : profileOf(*recording, m_plan->steps)) {
        seconds.push_back(step.milliseconds * 1e-3);
        all += seconds.back();
    }
    context.workRate.note(static_cast<double>(recording->work), all, site.mostWork);
    return seconds;
}

std::unique_ptr<PooledSteps> Execution::pooledSteps(
    const ConstantStore& constants, std::span<const plan::PlanStep> steps) const
{
    std::shared_ptr<BudgetedConstants> budget = BudgetedConstants::of(constants);
    if (budget == nullptr) {
        return nullptr;
    }
    return std::make_unique<PooledSteps>(std::move(budget), constantSteps(*m_plan, steps));
}

void Execution::submit(ContextInternals& context, const Recording& recording, const PooledSteps* pooled,
    const DispatchOptions& options, bool waits, WeightTraffic& traffic) const
{
    std::optional<ConstantFeed> feed;
    if (pooled != nullptr) {
        feed.emplace(*context.device, *pooled, recording.afterSegments, options.stopToken);
    }
    try {
        for (size_t i = 0; i < recording.segments.size(); ++i) {
            std::vector<vulkan::QueuePoint> waitFor;
            if (feed) {
                waitFor.push_back(feed->await(recording.neededVisits[i]));
            }
            vulkan::Submission submission = context.device->submit(recording.segments[i], waitFor);
            if (feed) {
                feed->noteSubmission(submission.point());
            }
            context.keep(std::move(submission));
            ++context.transfers.submissions;
            while (waits && context.inFlight.size() > segmentsAhead) {
                context.inFlight.front().wait();
                context.forgetDone();
            }
            if (options.stopToken.stop_requested()) {
                throw Error(ErrorKind::Cancelled, "The run was cancelled");
            }
        }
        if (feed) {
            traffic = feed->finish();
        }
    } catch (const Error& error) {
        if (!waits && !feed) {
            throw;
        }
        feed.reset();
        context.waitForDevice();
        if (error.kind() == ErrorKind::Cancelled) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled");
        }
        throw;
    }
    if (waits) {
        context.waitForDevice();
    }
}

void Execution::prepare(ContextInternals& context, const DispatchOptions& options)
{
    if (m_isPrepared) {
        return;
    }
    if (options.stopToken.stop_requested()) { // before anything is allocated or compiled
        throw Error(ErrorKind::Cancelled, "The run was cancelled");
    }
    checkTensorsFit(*m_plan, m_plan->onceSteps);
    checkTensorsFit(*m_plan, m_plan->steps);
    PlanMemory memory;
    memory.kept = Slabs(*context.device, m_plan->keptBytes, m_plan->slabBytes);
    memory.scratch = m_scratch;
    for (const plan::KnownUpload& upload : m_plan->knownUploads) {
        uploadBytes(
            context, memory.kept.range(upload.offsetBytes, upload.value->bytes.size()), upload.value->bytes);
    }
    m_memory = std::move(memory);
    if (m_kernels == nullptr) {
        m_kernels = std::make_shared<const KernelCompilation>(context.device, context.pipelines,
            kernelsOf(*m_plan, context.info.traits, context.bindsByAddress));
    }
    const auto begin = std::chrono::steady_clock::now();
    awaitKernels(*m_kernels, options.onKernels, options.stopToken);
    context.transfers.kernelSeconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    context.watch(m_recordings);
    m_scratch->addUser(m_recordings);
    m_isPrepared = true;
}

void Execution::fitScratch(ContextInternals& context)
{
    if (!m_scratch->isTooSmall(m_plan->arenaBytes, m_plan->slabBytes)) {
        return;
    }
    m_scratch->reset();
    context.waitForDevice(); // and what was handed over gives the arena back
    m_scratch->replace(arenaFor(*context.device, *m_plan));
}

RecordingSite Execution::recordingSite(ContextInternals& context, const ConstantStore& constants) const
{
    RecordingSite site {
        context.device, *context.pipelines, *m_plan, m_memory, constants, context.bindsByAddress};
    site.mostWork = context.mostWorkPerSubmission();
    return site;
}

void Execution::runOnceSteps(
    ContextInternals& context, const ConstantStore& constants, const DispatchOptions& options)
{
    if (m_onceStepsRan) {
        return;
    }
    if (!m_plan->onceSteps.empty()) {
        m_memory.onceArena = Slabs(*context.device, m_plan->onceArenaBytes, m_plan->slabBytes);
        const auto pooled = pooledSteps(constants, m_plan->onceSteps);
        RecordingSite site = recordingSite(context, constants);
        site.pooled = pooled.get();
        const auto recording = recorded(context, site, m_plan->onceSteps, {}, false);
        WeightTraffic traffic;
        submit(context, *recording, pooled.get(), options, true, traffic);
        m_memory.onceArena = {};
    }
    m_onceStepsRan = true;
}

const Recording& Execution::recordingFor(
    ContextInternals& context, const ConstantStore& constants, const StepBindings& bindings, bool profile)
{
    RecordingSite site = recordingSite(context, constants);
    if (const Recording* recording = m_recordings->find(bindings, profile, site.mostWork)) {
        return *recording;
    }
    site.pooled = m_pooled.get();
    auto recording = recorded(context, site, m_plan->steps, bindings, profile);
    ++m_recordingCount;
    ++context.transfers.recordings;
    return m_recordings->add(std::move(recording));
}

} // namespace weightless
