// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/recording.h"

#include "engine/base/error.h"
#include "engine/model/datatype.h"
#include "engine/ops/devicepolicy.h"

#include <algorithm>
#include <unordered_map>

namespace weightless {

namespace {

constexpr size_t maxSegmentSteps = 256;

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

class StepRecorder {
public:
    StepRecorder(const RecordingSite& site, Recording& recording)
        : m_site(site)
        , m_recording(recording)
        , m_segmentOperations(ops::devicePolicy(site.device->traits()).mostOperationsPerSubmission)
        , m_recorder(site.device)
    {
    }

    void record(const plan::PlanStep& step)
    {
        try {
            if (const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work)) {
                recordDispatch(*dispatch);
            } else {
                const auto& copy = std::get<plan::CopyStep>(step.work);
                m_recorder.copy(rangeOf(copy.from.id), rangeOf(copy.to.id));
            }
        } catch (const Error& error) {
            throw Error(error.kind(), "Node '" + step.node + "' (" + step.opType + "): " + error.message());
        }
        ++m_steps;
        if (m_operations >= m_segmentOperations || m_steps >= maxSegmentSteps) {
            endSegment();
        }
    }

    void writeTimestamp(uint32_t index) { m_recorder.writeTimestamp(m_recording.timestamps, index); }

    void endSegment()
    {
        m_recording.segments.push_back(m_recorder.finish());
        m_recorder = vulkan::CommandRecorder(m_site.device);
        m_operations = 0;
        m_steps = 0;
    }

private:
    void recordDispatch(const ops::DispatchStep& step)
    {
        std::vector<vulkan::TensorBinding> bindings;
        for (const ops::TensorBinding& binding : step.bindings) {
            const uint32_t elementBytes =
                std::max(bitWidth(m_site.plan.tensors[binding.tensor.id].descriptor.type) / 8, 1u);
            bindings.push_back({rangeOf(binding.tensor.id), elementBytes, toVulkan(binding.access)});
        }
        const bool byAddress =
            m_site.bindsByAddress || vulkan::needsAddresses(m_site.device->traits(), bindings);
        const auto mode = byAddress ? vulkan::KernelMode::Addresses : vulkan::KernelMode::Descriptors;
        const auto pipeline = m_site.pipelines.pipeline(*step.kernel, step.specialization, mode);
        const auto pieces =
            static_cast<uint32_t>(std::clamp<uint64_t>(step.operations / m_segmentOperations, 1, 4096));
        for (const vulkan::GroupRange& groups : vulkan::splitGroups(step.groupCount, pieces)) {
            m_recorder.dispatch(pipeline, bindings, step.parameters, groups);
            m_operations += step.operations / pieces;
            if (pieces > 1) {
                endSegment();
            }
        }
    }

    // Asked for when a step binds it: those of branches that are not taken may be unset.
    const vulkan::BufferRange& constantRange(size_t index)
    {
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
            return {m_site.memory.kept, tensor.offsetBytes, tensor.sizeBytes};
        case plan::Home::Arena:
            return {m_site.memory.arena, tensor.offsetBytes, tensor.sizeBytes};
        case plan::Home::OnceArena:
            return {m_site.memory.onceArena, tensor.offsetBytes, tensor.sizeBytes};
        case plan::Home::Unused:
            break;
        }
        throw Error(ErrorKind::Internal, "a step binds a tensor the plan gave no memory");
    }

    const RecordingSite& m_site;
    Recording& m_recording;
    uint64_t m_segmentOperations;
    vulkan::CommandRecorder m_recorder;
    std::unordered_map<size_t, vulkan::BufferRange> m_constants;
    uint64_t m_operations = 0;
    size_t m_steps = 0;
};

} // namespace

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
    if (profile) {
        recording->timestamps =
            std::make_shared<vulkan::TimestampPool>(site.device, static_cast<uint32_t>(steps.size() + 1));
    }
    StepRecorder recorder(site, *recording);
    if (profile) {
        recorder.writeTimestamp(0);
    }
    for (size_t i = 0; i < steps.size(); ++i) {
        recorder.record(steps[i]);
        if (profile) {
            recorder.writeTimestamp(static_cast<uint32_t>(i + 1));
        }
    }
    recorder.endSegment();
    return recording;
}

} // namespace weightless
