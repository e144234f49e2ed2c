// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/stepcheck.h"

#include "engine/base/error.h"
#include "engine/vulkan/pipeline.h"

#include <algorithm>
#include <vector>

namespace weightless::plan {

namespace {

TensorDescriptor writtenBy(const ops::DispatchStep& step)
{
    const auto written = std::ranges::find_if(
        step.bindings, [](const ops::TensorBinding& b) { return b.access != ops::Access::Read; });
    return written == step.bindings.end() ? TensorDescriptor {} : written->tensor.descriptor;
}

void checkCounts(const ops::DispatchStep& step)
{
    if (step.kernel == nullptr || step.bindings.size() > vulkan::maxKernelTensors
        || step.parameters.size() > vulkan::maxKernelParameterBytes) {
        throw Error(
            ErrorKind::Internal, "a kernel launch exceeds the tensors or parameters a kernel may have");
    }
}

// Kernels count elements in 32 bits, and lowerings hand them sizes and strides cut to that.
void checkIndices(const ops::DispatchStep& step)
{
    for (const ops::TensorBinding& binding : step.bindings) {
        const auto elements = static_cast<uint64_t>(binding.tensor.elements());
        if (elements > ops::mostElements) {
            throw Error(ErrorKind::Unsupported,
                "kernel " + std::string(step.kernel->name) + " would work on "
                    + toString(binding.tensor.descriptor) + " of " + std::to_string(elements)
                    + " elements, beyond the " + std::to_string(ops::mostElements) + " a kernel can index");
        }
    }
}

void checkRounds(const ops::DispatchStep& step, const vulkan::DeviceTraits& traits)
{
    if (step.loopRounds.count() > traits.maxLoopRounds) {
        throw Error(ErrorKind::Unsupported,
            "kernel " + std::string(step.kernel->name) + " would make "
                + std::to_string(step.loopRounds.count()) + " loop rounds per invocation to write "
                + toString(writtenBy(step)) + ", and device '" + traits.name + "' makes at most "
                + std::to_string(traits.maxLoopRounds) + "; choose another device or smaller tensors");
    }
}

} // namespace

void StepCheck::check(const ops::DispatchStep& step)
{
    checkCounts(step);
    checkIndices(step);
    checkRounds(step, m_traits);
    checkFeatures(step);
}

void StepCheck::checkFeatures(const ops::DispatchStep& step)
{
    std::vector<uint64_t> tensorBytes;
    for (const ops::TensorBinding& binding : step.bindings) {
        tensorBytes.push_back(byteCount(binding.tensor.descriptor).value_or(0));
    }
    const vulkan::KernelMode mode = vulkan::kernelModeFor(m_traits, *step.kernel, tensorBytes);
    if (m_supported.contains({step.kernel, mode})) {
        return;
    }
    try {
        vulkan::checkKernelSupported(m_traits, *step.kernel, mode);
    } catch (const Error& error) {
        throw Error(error.kind(),
            error.message() + ", and " + toString(writtenBy(step))
                + " cannot be written without; choose another device or another type");
    }
    m_supported.emplace(step.kernel, mode);
}

} // namespace weightless::plan
