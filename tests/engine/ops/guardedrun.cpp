// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/ops/guardedrun.h"

#include "engine/base/bytes.h"
#include "engine/runtime/recording.h"

#include <algorithm>
#include <cstring>

namespace weightless::testing {

namespace {

constexpr std::byte pattern {0xa5};

// Device memory whose content is known but for the places that steps may write.
class WatchedBuffer {
public:
    WatchedBuffer(const std::shared_ptr<vulkan::Device>& device, std::string name, uint64_t sizeBytes)
        : m_device(device)
        , m_name(std::move(name))
        , m_buffer(
              std::make_shared<const vulkan::Buffer>(device->createActivationBuffer(alignUp(sizeBytes, 4))))
        , m_expected(alignUp(sizeBytes, 4), pattern)
        , m_isWritable(m_expected.size())
    {
    }

    [[nodiscard]] const std::shared_ptr<const vulkan::Buffer>& buffer() const { return m_buffer; }

    void put(uint64_t offset, std::span<const std::byte> bytes)
    {
        std::ranges::copy(bytes, m_expected.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    void allowWrites(uint64_t offset, uint64_t sizeBytes)
    {
        std::fill_n(m_isWritable.begin() + static_cast<std::ptrdiff_t>(offset), sizeBytes, true);
    }

    void upload() const
    {
        if (m_expected.empty()) {
            return;
        }
        const auto staging =
            std::make_shared<const vulkan::Buffer>(m_device->createUploadBuffer(m_expected.size()));
        std::ranges::copy(m_expected, staging->mapped().begin());
        copy(staging, m_buffer);
    }

    // Empty, or which byte was written.
    [[nodiscard]] std::string firstChange() const
    {
        if (m_expected.empty()) {
            return {};
        }
        const auto staging =
            std::make_shared<const vulkan::Buffer>(m_device->createReadbackBuffer(m_expected.size()));
        copy(m_buffer, staging);
        const std::span<const std::byte> actual = staging->mapped();
        for (size_t i = 0; i < m_expected.size(); ++i) {
            if (!m_isWritable[i] && actual[i] != m_expected[i]) {
                return "byte " + std::to_string(i) + " of the " + m_name + " was written";
            }
        }
        return {};
    }

private:
    void copy(const std::shared_ptr<const vulkan::Buffer>& from,
        const std::shared_ptr<const vulkan::Buffer>& to) const
    {
        vulkan::CommandRecorder recorder(m_device);
        recorder.copy({from, 0, m_expected.size()}, {to, 0, m_expected.size()});
        m_device->submit(recorder.finish()).wait();
    }

    std::shared_ptr<vulkan::Device> m_device;
    std::string m_name;
    std::shared_ptr<const vulkan::Buffer> m_buffer;
    std::vector<std::byte> m_expected;
    std::vector<bool> m_isWritable;
};

// One after the other with guards between; the total comes last.
std::vector<uint64_t> offsetsOf(const std::vector<TensorDescriptor>& ports)
{
    std::vector<uint64_t> offsets;
    uint64_t next = guardBytes;
    for (const TensorDescriptor& port : ports) {
        offsets.push_back(next);
        next += alignUp(byteCount(port).value_or(0), 256) + guardBytes;
    }
    offsets.push_back(next);
    return offsets;
}

std::vector<vulkan::BufferRange> rangesOf(const WatchedBuffer& buffer,
    const std::vector<TensorDescriptor>& ports, const std::vector<uint64_t>& offsets)
{
    std::vector<vulkan::BufferRange> ranges;
    for (size_t i = 0; i < ports.size(); ++i) {
        ranges.push_back({buffer.buffer(), offsets[i], byteCount(ports[i]).value_or(0)});
    }
    return ranges;
}

} // namespace

std::string GuardedRun::run(
    const plan::Plan& plan, const std::vector<const HostTensor*>& inputs, bool byAddress)
{
    const std::vector<uint64_t> inputOffsets = offsetsOf(plan.inputs);
    const std::vector<uint64_t> outputOffsets = offsetsOf(plan.outputs);
    WatchedBuffer inputBuffer(m_device, "inputs", inputOffsets.back());
    WatchedBuffer outputBuffer(m_device, "outputs", outputOffsets.back());
    WatchedBuffer kept(m_device, "kept tensors", plan.keptBytes);
    WatchedBuffer arena(m_device, "arena", plan.arenaBytes);
    WatchedBuffer onceArena(m_device, "arena of the steps that run once", plan.onceArenaBytes);

    for (size_t i = 0; i < inputs.size(); ++i) {
        inputBuffer.put(inputOffsets[i], inputs[i]->bytes);
    }
    for (size_t i = 0; i < plan.outputs.size(); ++i) {
        outputBuffer.allowWrites(outputOffsets[i], byteCount(plan.outputs[i]).value_or(0));
    }
    for (const plan::KnownUpload& known : plan.knownUploads) {
        kept.put(known.offsetBytes, known.value->bytes);
    }
    for (const plan::PlanTensor& tensor : plan.tensors) {
        if (tensor.home == plan::Home::Arena || tensor.home == plan::Home::OnceArena
            || tensor.home == plan::Home::Kept) {
            WatchedBuffer& home = tensor.home == plan::Home::Arena ? arena
                : tensor.home == plan::Home::Kept                  ? kept
                                                                   : onceArena;
            home.allowWrites(tensor.offsetBytes, tensor.sizeBytes);
        }
    }

    const std::vector<const WatchedBuffer*> all {&inputBuffer, &outputBuffer, &kept, &arena, &onceArena};
    std::ranges::for_each(all, &WatchedBuffer::upload);
    const auto scratch = std::make_shared<ScratchMemory>();
    scratch->replace(std::make_shared<const Slabs>(arena.buffer()));
    const PlanMemory memory {Slabs(kept.buffer()), scratch, Slabs(onceArena.buffer())};
    const StepBindings bindings {rangesOf(inputBuffer, plan.inputs, inputOffsets),
        rangesOf(outputBuffer, plan.outputs, outputOffsets)};
    const ConstantStore noConstants;
    const RecordingSite site {m_device, m_pipelines, plan, memory, noConstants, byAddress};
    for (const auto* steps : {&plan.onceSteps, &plan.steps}) {
        const auto recording = recordSteps(site, *steps, bindings, false);
        for (const auto& segment : recording->segments) {
            m_device->submit(segment).wait();
        }
    }
    for (const WatchedBuffer* buffer : all) {
        if (std::string change = buffer->firstChange(); !change.empty()) {
            return change;
        }
    }
    return {};
}

} // namespace weightless::testing
