// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/recording.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/model/datatype.h"
#include "engine/ops/devicepolicy.h"
#include "engine/runtime/workrate.h"

#include <algorithm>
#include <unordered_map>

namespace weightless {

namespace {

constexpr uint64_t outdatedBy = 4; // recording anew is not worth less
constexpr uint64_t mostPieces = 4096; // of one copy

bool isSamePlace(const vulkan::BufferRange& a, const vulkan::BufferRange& b)
{
    return a.buffer == b.buffer && a.offsetBytes == b.offsetBytes && a.sizeBytes == b.sizeBytes;
}

vulkan::Access toVulkan(ops::Access access)
{
    switch (access) {
    case ops::Access::Read:
        return vulkan::Access::Read;
    case ops::Access::Write:
        return vulkan::Access::Write;
    case ops::Access::ReadWrite:
        break;
    }
    return vulkan::Access::ReadWrite;
}

// For messages.
std::string nameOf(const plan::PlanStep& step)
{
    return "Node '" + step.node + "' (" + step.opType + ")";
}

class StepRecorder {
public:
    StepRecorder(const RecordingSite& site, Recording& recording)
        : m_site(site)
        , m_recording(recording)
        , m_mostWork(site.mostWork != 0
                  ? site.mostWork
                  : ops::devicePolicy(site.device->traits()).mostOperationsPerSubmission)
        , m_recorder(site.device)
    {
        m_recording.mostWork = m_mostWork;
    }

    void record(size_t index, const plan::PlanStep& step)
    {
        const bool begins = m_site.pooled != nullptr && m_site.pooled->begins(index);
        if (begins && m_steps > 0) {
            endSegment();
        }
        m_step = index;
        m_hasBegun = true;
        const uint32_t begin = m_recording.profile && (begins || index == 0) ? writeTimestamp() : m_stamp;
        try {
            const uint64_t work = workOf(m_site.plan, step);
            if (const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work)) {
                recordDispatch(*dispatch, work);
            } else {
                recordCopy(std::get<plan::CopyStep>(step.work), work);
            }
        } catch (const vulkan::MatrixRefusal& refusal) {
            throw vulkan::MatrixRefusal(nameOf(step) + ": " + refusal.message(), refusal.mayPass());
        } catch (const Error& error) {
            throw Error(error.kind(), nameOf(step) + ": " + error.message());
        }
        ++m_steps;
        if (m_recording.profile) {
            m_recording.stamps.push_back({begin, writeTimestamp()});
        }
        m_segmentsUntil.push_back(m_recording.segments.size() + 1);
        if (m_work >= m_mostWork) {
            endSegment();
        }
    }

    void finish()
    {
        if (m_steps > 0 || m_recording.segments.empty()) {
            endSegment();
        }
        if (m_site.pooled == nullptr) {
            return;
        }
        for (const Visit& visit : m_site.pooled->visits()) {
            m_recording.afterSegments.push_back(visit.after ? m_segmentsUntil[*visit.after] : 0);
        }
    }

private:
    uint32_t writeTimestamp()
    {
        m_recorder.writeTimestamp(m_recording.timestamps, m_nextStamp);
        m_stamp = m_nextStamp++;
        return m_stamp;
    }

    void endSegment()
    {
        m_recording.segments.push_back(m_recorder.finish());
        if (m_site.pooled != nullptr) {
            // What is cut off in the middle of the first step needs what that step reads.
            const bool isEmpty = m_site.pooled->visits().empty() || !m_hasBegun;
            m_recording.neededVisits.push_back(isEmpty ? 0 : m_site.pooled->visitsUntil(m_step));
        }
        m_recorder = vulkan::CommandRecorder(m_site.device);
        m_recording.work += m_work;
        m_recording.largestWork = std::max(m_recording.largestWork, m_work);
        m_work = 0;
        m_steps = 0;
    }

    // Before, not after what would be too much: a watchdog counts all of it.
    void makeRoomFor(uint64_t work)
    {
        if (m_work > 0 && m_work + work > m_mostWork) {
            endSegment();
        }
    }

    void recordCopy(const plan::CopyStep& copy, uint64_t work)
    {
        const vulkan::BufferRange from = rangeOf(copy.from.id);
        const vulkan::BufferRange to = rangeOf(copy.to.id);
        const uint64_t pieces = std::clamp<uint64_t>(ceilDivide(work, m_mostWork), 1, mostPieces);
        const uint64_t bytes = std::max<uint64_t>(alignUp(ceilDivide(from.sizeBytes, pieces), 256), 256);
        uint64_t offset = 0;
        do {
            const uint64_t size = std::min(bytes, from.sizeBytes - offset);
            makeRoomFor(work / pieces);
            m_recorder.copy(from.part(offset, size), to.part(offset, size));
            m_work += work / pieces;
            offset += size;
        } while (offset < from.sizeBytes);
    }

    void recordDispatch(const ops::DispatchStep& step, uint64_t work)
    {
        std::vector<vulkan::TensorBinding> bindings;
        std::vector<uint64_t> tensorBytes;
        for (const ops::TensorBinding& binding : step.bindings) {
            const uint32_t elementBytes =
                std::max(bitWidth(m_site.plan.tensors[binding.tensor.id].descriptor.type) / 8, 1u);
            bindings.push_back({rangeOf(binding.tensor.id), elementBytes, toVulkan(binding.access)});
            tensorBytes.push_back(bindings.back().range.sizeBytes);
        }
        const vulkan::KernelMode mode = m_site.bindsByAddress
            ? vulkan::KernelMode::Addresses
            : vulkan::kernelModeFor(m_site.device->traits(), *step.kernel, tensorBytes);
        const auto pipeline = m_site.pipelines.pipeline(*step.kernel, step.specialization, mode);
        const uint64_t wanted =
            piecesOf(step.groupCount, work, m_mostWork, m_site.device->traits().processors);
        const auto pieces = vulkan::splitGroups(step.groupCount, static_cast<uint32_t>(wanted));
        const uint64_t pieceWork = work / std::max<uint64_t>(pieces.size(), 1);
        for (const vulkan::GroupRange& piece : pieces) {
            makeRoomFor(pieceWork);
            m_recorder.dispatch(pipeline, bindings, step.parameters, piece);
            m_work += pieceWork;
        }
    }

    // Asked for when a step binds it: those of branches that are not taken may be unset.
    vulkan::BufferRange constantRange(size_t index)
    {
        if (m_site.pooled != nullptr && m_site.pooled->contains(index)) {
            return m_site.pooled->rangeOf(index, m_step);
        }
        if (m_site.standIn.buffer != nullptr) {
            return m_site.standIn.part(0, m_site.constants.info(index).sizeBytes);
        }
        auto found = m_constants.find(index);
        if (found == m_constants.end()) {
            found = m_constants.emplace(index, m_site.constants.storage(index).range).first;
        }
        return found->second;
    }

    [[nodiscard]] vulkan::BufferRange rangeOf(uint32_t id)
    {
        const plan::PlanTensor& tensor = m_site.plan.tensors[id];
        switch (tensor.home) {
        case plan::Home::Input:
            return m_recording.bindings.inputs[tensor.index].part(tensor.offsetBytes, tensor.sizeBytes);
        case plan::Home::Output:
            return m_recording.bindings.outputs[tensor.index].part(tensor.offsetBytes, tensor.sizeBytes);
        case plan::Home::Constant:
            return constantRange(tensor.index).part(tensor.offsetBytes, tensor.sizeBytes);
        case plan::Home::Known:
        case plan::Home::Kept:
            return m_site.memory.kept.range(tensor.offsetBytes, tensor.sizeBytes);
        case plan::Home::Arena:
            return m_site.memory.scratch->range(tensor.offsetBytes, tensor.sizeBytes);
        case plan::Home::OnceArena:
            return m_site.memory.onceArena.range(tensor.offsetBytes, tensor.sizeBytes);
        case plan::Home::Unused:
            break;
        }
        throw Error(ErrorKind::Internal, "a step binds a tensor the plan gave no memory");
    }

    const RecordingSite& m_site;
    Recording& m_recording;
    uint64_t m_mostWork; // of a segment
    vulkan::CommandRecorder m_recorder;
    std::unordered_map<size_t, vulkan::BufferRange> m_constants;
    uint64_t m_work = 0; // in the segment
    size_t m_steps = 0; // in the segment
    size_t m_step = 0; // that is recorded
    bool m_hasBegun = false; // one is
    std::vector<size_t> m_segmentsUntil; // by step: those that have to be done for it to be done
    uint32_t m_nextStamp = 0;
    uint32_t m_stamp = 0; // the last
};

} // namespace

bool Recording::isOutdated(uint64_t mostWorkNow) const
{
    const bool isCutTooOften = segments.size() > 1 && mostWorkNow / outdatedBy > mostWork;
    const bool isCutTooRarely = largestWork > mostWorkNow && mostWork / outdatedBy > mostWorkNow;
    return isCutTooOften || isCutTooRarely;
}

bool StepBindings::isSameAs(const StepBindings& other) const
{
    return std::ranges::equal(inputs, other.inputs, isSamePlace)
        && std::ranges::equal(outputs, other.outputs, isSamePlace);
}

bool StepBindings::contains(const vulkan::Buffer& buffer) const
{
    const auto isOfBuffer = [&](const vulkan::BufferRange& range) { return range.buffer.get() == &buffer; };
    return std::ranges::any_of(inputs, isOfBuffer) || std::ranges::any_of(outputs, isOfBuffer);
}

std::unique_ptr<Recording> recordSteps(const RecordingSite& site, std::span<const plan::PlanStep> steps,
    const StepBindings& bindings, bool profile)
{
    auto recording = std::make_unique<Recording>();
    recording->bindings = bindings;
    recording->profile = profile;
    if (profile) { // one after each step, and one before those that may have to wait
        recording->timestamps =
            std::make_shared<vulkan::TimestampPool>(site.device, static_cast<uint32_t>(2 * steps.size() + 1));
    }
    StepRecorder recorder(site, *recording);
    for (size_t i = 0; i < steps.size(); ++i) {
        recorder.record(i, steps[i]);
    }
    recorder.finish();
    return recording;
}

} // namespace weightless
