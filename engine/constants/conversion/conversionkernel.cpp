// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/conversion/conversionkernel.h"

#include "engine/base/bytes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace weightless {

namespace {

constexpr uint32_t convertSpirv[] = {
#include "convert.inc"
};

// Both tensors of a dispatch fit any device's descriptors (128 MiB at least), so it needs no addresses.
constexpr uint64_t dispatchBytes = 32 * MiB;

constexpr uint64_t groupSize = 64; // as in the kernel
constexpr uint64_t groupsPerRow = 32768;

struct Parameters {
    uint32_t wordCount;
    uint32_t elementCount;
};

} // namespace

ConversionKernel::ConversionKernel(std::shared_ptr<vulkan::PipelineLibrary> pipelines)
    : m_pipelines(std::move(pipelines))
{
}

void ConversionKernel::record(vulkan::CommandRecorder& recorder, const ElementConversion& conversion,
    const vulkan::BufferRange& stored, const vulkan::BufferRange& device,
    const vulkan::BufferRange& clamped) const
{
    const std::array constants {
        static_cast<uint32_t>(conversion.from), static_cast<uint32_t>(conversion.to), conversion.taps};
    const auto pipeline =
        m_pipelines->pipeline({"convert", convertSpirv, {}}, constants, vulkan::KernelMode::Descriptors);
    const uint64_t stepBytes = wholeMultiples(dispatchBytes, conversion.grainBytes());
    for (uint64_t offset = 0; offset < stored.sizeBytes; offset += stepBytes) {
        const uint64_t end = std::min(offset + stepBytes, stored.sizeBytes);
        const uint64_t deviceBegin = conversion.deviceBytes(offset);
        const uint64_t deviceEnd = std::min(conversion.deviceBytes(end), device.sizeBytes);
        const std::array bindings {
            vulkan::TensorBinding {stored.part(offset, end - offset), 4, vulkan::Access::Read},
            vulkan::TensorBinding {
                device.part(deviceBegin, deviceEnd - deviceBegin), 4, vulkan::Access::Write},
            vulkan::TensorBinding {clamped, 4, vulkan::Access::ReadWrite}};
        const Parameters parameters {static_cast<uint32_t>(ceilDivide(deviceEnd - deviceBegin, 4)),
            static_cast<uint32_t>((end - offset) * 8 / bitWidth(conversion.from))};
        const uint64_t groups = conversion.taps > 1
            ? ceilDivide(end - offset, conversion.grainBytes()) // one for each block
            : ceilDivide(parameters.wordCount, groupSize);
        recorder.dispatch(pipeline, bindings, std::as_bytes(std::span(&parameters, 1)),
            {{static_cast<uint32_t>(std::min(groups, groupsPerRow)),
                static_cast<uint32_t>(ceilDivide(groups, groupsPerRow)), 1}});
    }
}

} // namespace weightless
