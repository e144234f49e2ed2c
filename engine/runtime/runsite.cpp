// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/runsite.h"

#include "engine/base/error.h"
#include "engine/constants/budget/budgetedconstants.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicecopy.h"
#include "engine/runtime/readback.h"
#include "engine/vulkan/recorder.h"

#include <array>
#include <cstring>

namespace weightless {

namespace {

constexpr size_t maxInFlight = 64; // submissions of a loop that nobody waits for
constexpr size_t maxFilledBytes = 64; // written by the device itself, in order with what it does

} // namespace

StageTree& BodyStages::of(const plan::Body& body)
{
    auto& tree = m_trees[&body];
    if (!tree) {
        tree = std::make_unique<StageTree>(body.dataflow, false);
    }
    return *tree;
}

RunSite::RunSite(ContextInternals& context, const ConstantStore& constants, StageSite stageSite,
    BodyStages& bodies, RunHostNode runNode, const DispatchOptions& options, DispatchReport& report)
    : m_context(context)
    , m_constants(constants)
    , m_stageSite(std::move(stageSite))
    , m_bodies(bodies)
    , m_runHostNode(runNode)
    , m_options(options)
    , m_report(report)
{
    m_stageSite.slotPool->beginRun();
}

void RunSite::checkStop() const
{
    if (m_options.stopToken.stop_requested()) {
        m_context.waitForDevice();
        throw Error(ErrorKind::Cancelled, "The run was cancelled");
    }
}

// Idle slots go before it fails.
DispatchReport RunSite::runOf(Stage& stage, const StepBindings& bindings)
{
    try {
        return stage.execution->run(m_context, m_constants, bindings, m_options);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::OutOfMemory || !dropIdleSlots()) {
            throw;
        }
    }
    return stage.execution->run(m_context, m_constants, bindings, m_options);
}

bool RunSite::dropIdleSlots()
{
    bool dropped = false;
    while (const auto idle = m_stageSite.slotPool->dropIdle()) {
        m_context.forgetRecordingsOf(*idle);
        dropped = true;
    }
    if (dropped) {
        m_context.waitForDevice(); // whose work has what was handed over
    }
    return dropped;
}

void RunSite::execute(Stage& stage, const StepBindings& bindings)
{
    DispatchReport report = runOf(stage, bindings);
    ++m_executions;
    m_report.seconds = report.seconds;
    m_report.weights.add(std::move(report.weights));
    m_report.lacksTimestamps = m_report.lacksTimestamps || report.lacksTimestamps;
    addSteps(stage.identity, std::move(report.steps));
    while (m_context.inFlight.size() > maxInFlight) {
        m_context.inFlight.front().wait();
        m_context.forgetDone();
    }
}

RunValue RunSite::constantValue(size_t index)
{
    return {.state = plan::ValueState::Tensor,
        .descriptor = m_constants.info(index).descriptor,
        .range = constantRange(index)};
}

vulkan::BufferRange RunSite::constantRange(size_t index)
{
    const std::shared_ptr<BudgetedConstants> budget = BudgetedConstants::of(m_constants);
    if (budget == nullptr || !budget->contains(index)) {
        return m_constants.storage(index).range;
    }
    // What is read between steps stays, but others that share the pool may have had its place since.
    const size_t source = budget->sourceOf(index);
    const auto& place = budget->residency().places[source];
    if (!place) {
        // It comes and goes with steps. A shape that follows from it is asked for between them, and a value
        // that decides one is small (plan::maxAwaitedElements).
        const auto& device = m_context.device;
        const auto own = std::make_shared<const vulkan::Buffer>(
            device->createWeightsBuffer(alignUp(budget->info(source).sizeBytes, uint64_t {4})));
        const auto range = vulkan::BufferRange::of(own).part(0, budget->info(source).sizeBytes);
        budget->bringTo(range, source, m_options.stopToken);
        budget->finish();
        return range;
    }
    if (!budget->isAt(source, *place)) {
        budget->pool().waitForReaders(m_options.stopToken);
        budget->bring(source, *place, m_options.stopToken);
        budget->finish();
    }
    return m_constants.storage(index).range;
}

void RunSite::addHostStep(const plan::DataflowNode& node, double milliseconds)
{
    ++m_hostSteps;
    if (m_options.profile) {
        const std::shared_ptr<const void> key(std::shared_ptr<const void>(), &node); // outlives the run
        addSteps(key, {{node.name, std::string(node.op->name), "host", milliseconds}});
    }
}

void RunSite::addSteps(const std::shared_ptr<const void>& key, std::vector<StepTime> steps)
{
    const auto [known, isNew] = m_firstSteps.try_emplace(key, m_report.steps.size());
    for (size_t i = 0; i < steps.size(); ++i) {
        if (isNew || known->second + i >= m_report.steps.size()) {
            m_report.steps.push_back(std::move(steps[i]));
        } else {
            m_report.steps[known->second + i].milliseconds += steps[i].milliseconds;
            m_report.steps[known->second + i].waitedMilliseconds += steps[i].waitedMilliseconds;
        }
    }
}

void RunSite::readToHost(std::span<RunValue* const> values)
{
    std::vector<ReadRequest> requests;
    std::vector<RunValue*> missing;
    for (RunValue* value : values) {
        if (!value->host && value->isOnDevice()) {
            requests.push_back({value->descriptor, value->range, m_context.lastPoint});
            missing.push_back(value);
        }
    }
    if (requests.empty()) {
        return;
    }
    ++m_context.transfers.roundTrips;
    std::vector<HostTensor> read = readBack(m_context, requests);
    for (size_t i = 0; i < read.size(); ++i) {
        missing[i]->host = makeHostValue(std::move(read[i]));
    }
}

std::shared_ptr<const Slot> RunSite::takeSlot(uint64_t sizeBytes, UsualSlots& usual)
{
    SlotPool& pool = *m_stageSite.slotPool;
    if (auto slot = pool.find(sizeBytes, usual)) {
        return slot;
    }
    if (const auto outgrown = pool.dropOutgrown(sizeBytes)) {
        m_context.forgetRecordingsOf(*outgrown);
    }
    const auto added = [&] {
        return pool.add(
            std::make_shared<const vulkan::Buffer>(m_context.device->createTensorBuffer(sizeBytes)), usual);
    };
    try {
        return added();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::OutOfMemory || !dropIdleSlots()) {
            throw;
        }
    }
    return added();
}

void RunSite::dropUnusedSlots()
{
    while (const auto unused = m_stageSite.slotPool->dropUnused()) {
        m_context.forgetRecordingsOf(*unused);
    }
}

void RunSite::bringToDevice(RunValue& value, UsualSlots& usual)
{
    if (value.isOnDevice()) {
        return;
    }
    const std::vector<std::byte>& bytes = value.host->tensor->bytes;
    const auto slot = takeSlot(bytes.size(), usual);
    value.range = {slot->buffer, 0, bytes.size()};
    value.hold = slot;
    if (bytes.empty()) {
        return;
    }
    if (bytes.size() > maxFilledBytes) {
        if (!slot->buffer->mapped().empty()) {
            m_context.waitForDevice(); // which may be using what the slot held before
        }
        uploadBytes(m_context, value.range, bytes);
        return;
    }
    vulkan::CommandRecorder recorder(*m_context.commands);
    for (size_t offset = 0; offset < bytes.size(); offset += 4) {
        uint32_t word = 0;
        std::memcpy(&word, bytes.data() + offset, std::min<size_t>(4, bytes.size() - offset));
        recorder.fill({slot->buffer, offset, 4}, word);
    }
    m_context.keep(m_context.device->submit(recorder.finish()));
}

void RunSite::copy(const vulkan::BufferRange& from, const vulkan::BufferRange& to)
{
    vulkan::CommandRecorder recorder(*m_context.commands);
    recorder.copy(from, to);
    m_context.keep(m_context.device->submit(recorder.finish()));
}

} // namespace weightless
