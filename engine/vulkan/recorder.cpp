// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/recorder.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/vulkan/internal/bindings.h"
#include "engine/vulkan/internal/bufferinternals.h"
#include "engine/vulkan/internal/bufferranges.h"
#include "engine/vulkan/internal/commandbufferinternals.h"
#include "engine/vulkan/internal/commandmemoryinternals.h"
#include "engine/vulkan/internal/descriptors.h"
#include "engine/vulkan/internal/hazards.h"
#include "engine/vulkan/internal/pipelineinternals.h"
#include "engine/vulkan/internal/timestampinternals.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace weightless::vulkan {

namespace {

uint64_t identityOf(const BufferRange& range)
{
    return reinterpret_cast<uint64_t>(bufferHandle(*range.buffer));
}

void checkGroups(const std::string& kernelName, const GroupRange& groups, const DeviceTraits& traits)
{
    for (size_t i = 0; i < 3; ++i) {
        const uint64_t end = uint64_t {groups.base[i]} + groups.count[i];
        if (end > traits.maxWorkGroupCount[i]) {
            throw Error(ErrorKind::Internal,
                "Kernel " + kernelName + " was given " + std::to_string(end) + " work groups in dimension "
                    + std::to_string(i) + ", the device takes "
                    + std::to_string(traits.maxWorkGroupCount[i]));
        }
    }
}

void checkParameters(const std::string& kernelName, std::span<const std::byte> parameters)
{
    if (parameters.size() > maxKernelParameterBytes || parameters.size() % 4 != 0) {
        throw Error(ErrorKind::Internal,
            "Kernel " + kernelName + " was given " + std::to_string(parameters.size())
                + " bytes of parameters; a multiple of 4 up to " + std::to_string(maxKernelParameterBytes)
                + " fits");
    }
}

} // namespace

struct CommandRecorder::State {
    State(std::shared_ptr<DeviceInternals> device, QueueKind queue,
        std::shared_ptr<CommandMemoryInternals> home = nullptr);

    [[nodiscard]] const DeviceInternals& device() const { return *internals->device; }
    [[nodiscard]] const VolkDeviceTable& table() const { return internals->device->calls.table; }

    // Before every command: a barrier where its accesses ask for one.
    void before(std::span<const RangeAccess> accesses);
    void barrier() const;
    void keep(const BufferRange& range, bool isWritten);
    void bindTensors(const PipelineInternals& pipeline, const ResolvedBindings& bindings);
    void requireCompute(const std::string& what) const;
    void requireKernel(const PipelineInternals& pipeline) const; // one that this device and queue launch
    void launch(const std::shared_ptr<const Pipeline>& pipeline, const ResolvedBindings& bindings,
        std::span<const std::byte> parameters, const GroupRange& groups);

    std::unique_ptr<CommandBufferInternals> internals;
    DescriptorAllocator descriptors;
    HazardTracker hazards;
    VkPipelineStageFlags stages = 0; // that commands on this queue can have
    bool writesMapped = false;
    VkPipeline boundPipeline = VK_NULL_HANDLE;
};

CommandRecorder::State::State(
    std::shared_ptr<DeviceInternals> owner, QueueKind queue, std::shared_ptr<CommandMemoryInternals> home)
    : internals(std::make_unique<CommandBufferInternals>())
    , descriptors(*internals)
{
    internals->device = std::move(owner);
    internals->queue = queue;
    const Queue& target = internals->device->queue(queue);
    const bool isCompute = &target == &internals->device->compute;
    internals->queueFamily = target.family;
    internals->memory = home ? home->take() : makeRecordedMemory(device(), target);
    internals->home = std::move(home);
    stages = VK_PIPELINE_STAGE_TRANSFER_BIT | (isCompute ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT : 0);

    VkCommandBufferBeginInfo begin {};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
    device().check(table().vkBeginCommandBuffer(internals->memory.handle, &begin), "begin a command buffer");
    barrier(); // what earlier submissions did is not known here
}

void CommandRecorder::State::barrier() const
{
    VkMemoryBarrier memory {};
    memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    memory.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    memory.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
    if ((stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0) {
        memory.srcAccessMask |= VK_ACCESS_SHADER_WRITE_BIT;
        memory.dstAccessMask |= VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    }
    table().vkCmdPipelineBarrier(
        internals->memory.handle, stages, stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void CommandRecorder::State::before(std::span<const RangeAccess> accesses)
{
    if (hazards.add(accesses)) {
        barrier();
        ++internals->barrierCount;
    }
    ++internals->commandCount;
}

void CommandRecorder::State::keep(const BufferRange& range, bool isWritten)
{
    internals->kept.insert(range.buffer);
    if (isWritten && !range.buffer->mapped().empty()) {
        writesMapped = true;
        const BufferInternals& buffer = *range.buffer->internals();
        if (!buffer.isCoherent) {
            internals->writtenNonCoherent.insert(buffer.memory.get());
        }
    }
}

void CommandRecorder::State::requireCompute(const std::string& what) const
{
    if ((stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) == 0) {
        throw Error(ErrorKind::Internal, what + " was recorded for the transfer queue, which only copies");
    }
}

void CommandRecorder::State::requireKernel(const PipelineInternals& pipeline) const
{
    requireCompute("Kernel " + pipeline.name);
    if (pipeline.device != internals->device) {
        throw Error(
            ErrorKind::InvalidArgument, "Kernel " + pipeline.name + " was compiled for another device");
    }
}

void CommandRecorder::State::bindTensors(const PipelineInternals& pipeline, const ResolvedBindings& bindings)
{
    if (boundPipeline != pipeline.handle.get()) {
        boundPipeline = pipeline.handle.get();
        table().vkCmdBindPipeline(internals->memory.handle, VK_PIPELINE_BIND_POINT_COMPUTE, boundPipeline);
    }
    const KernelLayout& layout = *pipeline.layout;
    if (layout.bindingCount == 0) {
        return;
    }
    VkDescriptorSet set = VK_NULL_HANDLE;
    if (pipeline.mode == KernelMode::Addresses) {
        const VkDescriptorBufferInfo addressTable =
            descriptors.createAddressTable(std::span(bindings.addresses).first(bindings.count));
        set = descriptors.createSet(layout, std::span(&addressTable, 1));
    } else {
        set = descriptors.createSet(layout, std::span(bindings.buffers).first(layout.bindingCount));
    }
    table().vkCmdBindDescriptorSets(internals->memory.handle, VK_PIPELINE_BIND_POINT_COMPUTE,
        layout.pipeline.get(), 0, 1, &set, 0, nullptr);
}

void CommandRecorder::State::launch(const std::shared_ptr<const Pipeline>& pipeline,
    const ResolvedBindings& bindings, std::span<const std::byte> parameters, const GroupRange& groups)
{
    before(bindings.accesses);
    bindTensors(pipeline->internals(), bindings);

    std::array<std::byte, kernelHeaderBytes + maxKernelParameterBytes> push {};
    std::memcpy(push.data(), bindings.elementOffsets.data(), kernelHeaderBytes);
    std::copy(parameters.begin(), parameters.end(), push.begin() + kernelHeaderBytes);
    table().vkCmdPushConstants(internals->memory.handle, pipeline->internals().layout->pipeline.get(),
        VK_SHADER_STAGE_COMPUTE_BIT, 0, static_cast<uint32_t>(kernelHeaderBytes + parameters.size()),
        push.data());
    table().vkCmdDispatchBase(internals->memory.handle, groups.base[0], groups.base[1], groups.base[2],
        groups.count[0], groups.count[1], groups.count[2]);
    internals->kept.insert(pipeline);
}

CommandRecorder::CommandRecorder(const std::shared_ptr<const Device>& device, QueueKind queue)
    : m_state(std::make_unique<State>(device->internals(), queue))
{
}

CommandRecorder::CommandRecorder(const CommandMemory& memory)
    : m_state(
        std::make_unique<State>(memory.internals()->device, memory.internals()->queue, memory.internals()))
{
}

CommandRecorder::~CommandRecorder() = default;
CommandRecorder::CommandRecorder(CommandRecorder&& other) noexcept = default;
CommandRecorder& CommandRecorder::operator=(CommandRecorder&& other) noexcept = default;

CommandRecorder::State& CommandRecorder::state() const
{
    if (!m_state) {
        throw Error(ErrorKind::InvalidState, "A command recorder was used after it was finished");
    }
    return *m_state;
}

void CommandRecorder::dispatch(const std::shared_ptr<const Pipeline>& pipeline,
    std::span<const TensorBinding> bindings, std::span<const std::byte> parameters, const GroupRange& groups)
{
    State& recording = state();
    const PipelineInternals& internals = pipeline->internals();
    recording.requireKernel(internals);
    checkGroups(internals.name, groups, recording.device().physical.info.traits);
    checkParameters(internals.name, parameters);
    const ResolvedBindings resolved =
        resolveBindings(internals, bindings, recording.device(), recording.descriptors);
    if (std::find(groups.count.begin(), groups.count.end(), 0u) != groups.count.end()) {
        return;
    }
    recording.launch(pipeline, resolved, parameters, groups);
    for (const TensorBinding& binding : bindings) {
        if (binding.range.sizeBytes != 0) {
            recording.keep(binding.range, binding.access != Access::Read);
        }
    }
}

void CommandRecorder::launchEmpty(const std::shared_ptr<const Pipeline>& pipeline)
{
    State& recording = state();
    const PipelineInternals& internals = pipeline->internals();
    recording.requireKernel(internals);
    const std::array<TensorBinding, maxKernelTensors> nothing {};
    const std::array<std::byte, maxKernelParameterBytes> noParameters {};
    recording.launch(pipeline, resolveBindings(internals, nothing, recording.device(), recording.descriptors),
        noParameters, {.count = {0, 0, 0}});
}

void CommandRecorder::copy(const BufferRange& from, const BufferRange& to)
{
    State& recording = state();
    if (from.sizeBytes != to.sizeBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "A copy from " + std::to_string(from.sizeBytes) + " bytes to " + std::to_string(to.sizeBytes)
                + " bytes was asked for");
    }
    if (from.sizeBytes == 0) {
        return;
    }
    checkRange(from, recording.device());
    checkRange(to, recording.device());
    if (identityOf(from) == identityOf(to) && from.offsetBytes < to.offsetBytes + to.sizeBytes
        && to.offsetBytes < from.offsetBytes + from.sizeBytes) {
        throw Error(
            ErrorKind::InvalidArgument, "A copy between overlapping parts of one buffer was asked for");
    }
    const RangeAccess accesses[] = {
        {identityOf(from), from.offsetBytes, from.offsetBytes + from.sizeBytes, false},
        {identityOf(to), to.offsetBytes, to.offsetBytes + to.sizeBytes, true}};
    recording.before(accesses);
    const VkBufferCopy region {from.offsetBytes, to.offsetBytes, from.sizeBytes};
    recording.table().vkCmdCopyBuffer(
        recording.internals->memory.handle, bufferHandle(*from.buffer), bufferHandle(*to.buffer), 1, &region);
    recording.keep(from, false);
    recording.keep(to, true);
}

void CommandRecorder::keep(std::shared_ptr<const void> owner)
{
    state().internals->kept.insert(std::move(owner));
}

void CommandRecorder::fill(const BufferRange& range, uint32_t value)
{
    State& recording = state();
    if (range.offsetBytes % 4 != 0 || range.sizeBytes % 4 != 0) {
        throw Error(ErrorKind::InvalidArgument,
            "A fill of " + std::to_string(range.sizeBytes) + " bytes at byte "
                + std::to_string(range.offsetBytes) + " was asked for; both must be multiples of 4");
    }
    if (range.sizeBytes == 0) {
        return;
    }
    checkRange(range, recording.device());
    const RangeAccess access {
        identityOf(range), range.offsetBytes, range.offsetBytes + range.sizeBytes, true};
    recording.before(std::span(&access, 1));
    recording.table().vkCmdFillBuffer(recording.internals->memory.handle, bufferHandle(*range.buffer),
        range.offsetBytes, range.sizeBytes, value);
    recording.keep(range, true);
}

void CommandRecorder::writeTimestamp(const std::shared_ptr<const TimestampPool>& pool, uint32_t index)
{
    State& recording = state();
    recording.requireCompute("A timestamp");
    const TimestampInternals& internals = pool->internals();
    if (index >= internals.count) {
        throw Error(ErrorKind::InvalidArgument,
            "Timestamp " + std::to_string(index) + " of a pool of " + std::to_string(internals.count)
                + " was asked for");
    }
    recording.internals->kept.insert(pool);
    const VkCommandBuffer handle = recording.internals->memory.handle;
    recording.table().vkCmdResetQueryPool(handle, internals.pool.get(), index, 1);
    recording.table().vkCmdWriteTimestamp(
        handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, internals.pool.get(), index);
}

std::shared_ptr<const CommandBuffer> CommandRecorder::finish()
{
    State& recording = state();
    if (recording.writesMapped) {
        VkMemoryBarrier memory {};
        memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
        memory.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
        if ((recording.stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0) {
            memory.srcAccessMask |= VK_ACCESS_SHADER_WRITE_BIT;
        }
        memory.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
        recording.table().vkCmdPipelineBarrier(recording.internals->memory.handle, recording.stages,
            VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0, nullptr, 0, nullptr);
    }
    recording.device().check(
        recording.table().vkEndCommandBuffer(recording.internals->memory.handle), "end a command buffer");
    auto commandBuffer = std::make_shared<const CommandBuffer>(std::move(recording.internals));
    m_state.reset();
    return commandBuffer;
}

std::vector<GroupRange> splitGroups(const std::array<uint32_t, 3>& groups, uint32_t pieces)
{
    if (std::find(groups.begin(), groups.end(), 0u) != groups.end()) {
        return {};
    }
    const size_t dimension =
        static_cast<size_t>(std::distance(groups.begin(), std::max_element(groups.begin(), groups.end())));
    const uint32_t total = groups[dimension];
    const uint32_t count = std::clamp(pieces, 1u, total);
    std::vector<GroupRange> ranges;
    ranges.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
        const auto begin = static_cast<uint32_t>(uint64_t {total} * i / count);
        const auto end = static_cast<uint32_t>(uint64_t {total} * (i + 1) / count);
        GroupRange range {groups, {0, 0, 0}};
        range.base[dimension] = begin;
        range.count[dimension] = end - begin;
        ranges.push_back(range);
    }
    return ranges;
}

} // namespace weightless::vulkan
