// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/kernelsupport.h"

#include "engine/base/error.h"
#include "engine/vulkan/internal/texelsizes.h"

#include <algorithm>
#include <optional>
#include <string>

namespace weightless::vulkan {

namespace {

// An index of an array in a buffer is signed, whatever its type says (the SPIR-V specification,
// OpAccessChain): no byte beyond these is reached by one. Addresses reach further (elementAddress() in
// ops/shaders/tensor.glsl).
constexpr uint64_t mostIndexedBytes = uint64_t {1} << 31;

struct Known {
    const DeviceTraits& traits;
    const FeatureChain* enabled;
    const PhysicalDevice* physical;

    [[nodiscard]] bool isOn(VkBool32 VkPhysicalDeviceVulkan11Features::*feature) const
    {
        return enabled == nullptr || enabled->vulkan11.*feature == VK_TRUE;
    }
    [[nodiscard]] bool isOn(VkBool32 VkPhysicalDeviceVulkan12Features::*feature) const
    {
        return enabled == nullptr || enabled->vulkan12.*feature == VK_TRUE;
    }
    [[nodiscard]] bool hasSubgroup(VkSubgroupFeatureFlagBits operation) const
    {
        return physical == nullptr || (physical->subgroupOperations & operation) != 0;
    }
};

// nullopt when the device has it, else its name. Numbers: the SPIR-V specification, section 3.31.
std::optional<std::string> missingFeature(uint32_t capability, const Known& known)
{
    const auto need = [](bool isPresent, const char* name) {
        return isPresent ? std::nullopt : std::optional<std::string>(name);
    };
    using V11 = VkPhysicalDeviceVulkan11Features;
    using V12 = VkPhysicalDeviceVulkan12Features;
    const DeviceTraits& traits = known.traits;
    switch (capability) {
    case 0: // Matrix
    case 1: // Shader
    case 46: // SampledBuffer: texel buffers, which every device has
        return std::nullopt;
    case 9:
        return need(traits.hasFloat16, "16-bit float arithmetic (shaderFloat16)");
    case 10:
        return need(traits.hasFloat64, "64-bit floats (shaderFloat64)");
    case 11:
        return need(traits.hasInt64, "64-bit integers (shaderInt64)");
    case 22:
        return need(traits.hasInt16, "16-bit integers (shaderInt16)");
    case 39:
        return need(traits.hasInt8, "8-bit integers (shaderInt8)");
    case subgroupCapability:
        return need(known.hasSubgroup(VK_SUBGROUP_FEATURE_BASIC_BIT), "subgroups");
    case 62:
        return need(known.hasSubgroup(VK_SUBGROUP_FEATURE_VOTE_BIT), "subgroup votes");
    case subgroupArithmeticCapability:
        return need(traits.rowSubgroups.has_value(), "arithmetic in whole subgroups of a size that is known");
    case 64:
        return need(known.hasSubgroup(VK_SUBGROUP_FEATURE_BALLOT_BIT), "subgroup ballots");
    case 65:
        return need(known.hasSubgroup(VK_SUBGROUP_FEATURE_SHUFFLE_BIT), "subgroup shuffles");
    case 66:
        return need(
            known.hasSubgroup(VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT), "relative subgroup shuffles");
    case 67:
        return need(known.hasSubgroup(VK_SUBGROUP_FEATURE_CLUSTERED_BIT), "clustered subgroup operations");
    case 68:
        return need(known.hasSubgroup(VK_SUBGROUP_FEATURE_QUAD_BIT), "subgroup quads");
    case 4433:
        return need(traits.has16BitStorage, "16-bit storage (storageBuffer16BitAccess)");
    case 4434:
        return need(
            known.isOn(&V11::uniformAndStorageBuffer16BitAccess), "uniformAndStorageBuffer16BitAccess");
    case 4435:
        return need(known.isOn(&V11::storagePushConstant16), "storagePushConstant16");
    case 4448:
        return need(traits.has8BitStorage, "8-bit storage (storageBuffer8BitAccess)");
    case 4449:
        return need(known.isOn(&V12::uniformAndStorageBuffer8BitAccess), "uniformAndStorageBuffer8BitAccess");
    case 4450:
        return need(known.isOn(&V12::storagePushConstant8), "storagePushConstant8");
    case 5345:
        return need(known.isOn(&V12::vulkanMemoryModel), "vulkanMemoryModel");
    case 5346:
        return need(known.isOn(&V12::vulkanMemoryModelDeviceScope), "vulkanMemoryModelDeviceScope");
    case 5347:
        return need(traits.hasBufferDeviceAddress, "buffer device addresses (bufferDeviceAddress)");
    case matrixCapability:
        return need(traits.matrixUnits.has_value(),
            "cooperative matrices of float16 with float32 sums (VK_KHR_cooperative_matrix)");
    case perElementCapability:
        return need(
            traits.groupMatrices.has_value(), "cooperative matrices of any size (VK_NV_cooperative_matrix2)");
    case matrixAddressingCapability:
    case tensorAddressingCapability:
        return need(traits.groupMatrices && traits.groupMatrices->canFetch,
            "tensor addressing (VK_NV_cooperative_matrix2)");
    case bfloat16Capability:
    case bfloat16MatrixCapability:
        return need(traits.bfloat16Units.has_value(),
            "cooperative matrices of bfloat16 with float32 sums (VK_KHR_shader_bfloat16)");
    default:
        return "SPIR-V capability " + std::to_string(capability) + ", which the engine does not enable";
    }
}

} // namespace

std::span<const uint32_t> codeFor(const KernelCode& code, KernelMode mode)
{
    const std::span<const uint32_t> words =
        mode == KernelMode::Addresses ? code.addressSpirv : code.descriptorSpirv;
    if (words.empty()) {
        throw Error(ErrorKind::Unsupported,
            "Kernel " + std::string(code.name) + " has no variant for "
                + (mode == KernelMode::Addresses ? "buffer addresses" : "descriptors"));
    }
    return words;
}

std::optional<WholeSubgroups> subgroupsFor(const SpirvSummary& kernel, const DeviceTraits& traits)
{
    if (kernel.uses(bfloat16MatrixCapability)) {
        return traits.bfloat16Units.value().subgroups;
    }
    if (kernel.uses(matrixCapability)) {
        return traits.matrixUnits.value().subgroups;
    }
    return kernel.uses(subgroupCapability) ? traits.rowSubgroups : std::nullopt;
}

void checkKernelShape(const SpirvSummary& summary, const KernelCode& code, KernelMode mode)
{
    const uint32_t most = mode == KernelMode::Addresses ? 1 : static_cast<uint32_t>(maxKernelTensors);
    if (summary.usesOtherSets || summary.bindingCount > most) {
        throw Error(ErrorKind::Internal,
            "Kernel " + std::string(code.name) + " uses " + std::to_string(summary.bindingCount)
                + " bindings or another set than 0, at most " + std::to_string(most) + " are there");
    }
}

void checkCapabilities(const SpirvSummary& summary, const KernelCode& code, const DeviceTraits& traits,
    const FeatureChain* enabled, const PhysicalDevice* physical)
{
    const Known known {traits, enabled, physical};
    const auto refuse = [&](const std::string& missing) {
        throw Error(ErrorKind::Unsupported,
            traits.name + " cannot run kernel " + std::string(code.name) + ": it lacks " + missing);
    };
    for (const uint32_t capability : summary.capabilities) {
        if (const std::optional<std::string> missing = missingFeature(capability, known)) {
            refuse(*missing);
        }
    }
    if (summary.uses(subgroupCapability) && !subgroupsFor(summary, traits)) {
        refuse("whole subgroups of a size that is known");
    }
}

KernelMode kernelModeFor(
    const DeviceTraits& traits, const KernelCode& code, std::span<const uint64_t> tensorBytes)
{
    const uint64_t mostTexels =
        traits.maxTexelRangeBytes - traits.texelOffsetAlignmentBytes - texelPaddingBytes;
    const uint64_t mostStorage =
        std::min(traits.maxStorageBufferRangeBytes - traits.storageOffsetAlignmentBytes, mostIndexedBytes);
    const uint64_t mostOfEither = std::min(mostTexels, mostStorage);
    if (std::ranges::all_of(tensorBytes, [&](uint64_t bytes) { return bytes <= mostOfEither; })) {
        return KernelMode::Descriptors; // as a rule: nobody has to look into the kernel
    }
    const uint32_t texelSlots =
        code.descriptorSpirv.empty() ? 0 : summarizeSpirv(code.descriptorSpirv, code.name).texelSlots;
    for (size_t i = 0; i < tensorBytes.size(); ++i) {
        if (tensorBytes[i] > (hasTexels(texelSlots, i) ? mostTexels : mostStorage)) {
            return KernelMode::Addresses;
        }
    }
    return KernelMode::Descriptors;
}

void checkKernelSupported(const DeviceTraits& traits, const KernelCode& code, KernelMode mode)
{
    const SpirvSummary summary = summarizeSpirv(codeFor(code, mode), code.name);
    checkKernelShape(summary, code, mode);
    checkCapabilities(summary, code, traits, nullptr, nullptr);
}

} // namespace weightless::vulkan
