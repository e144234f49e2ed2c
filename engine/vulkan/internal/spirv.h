// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace weightless::vulkan {

inline constexpr uint32_t subgroupCapability = 61; // GroupNonUniform: of whatever looks at subgroups
inline constexpr uint32_t subgroupArithmeticCapability = 63; // GroupNonUniformArithmetic
inline constexpr uint32_t matrixCapability = 6022; // CooperativeMatrixKHR
inline constexpr uint32_t perElementCapability = 5432; // CooperativeMatrixPerElementOperationsNV
inline constexpr uint32_t matrixAddressingCapability = 5433; // CooperativeMatrixTensorAddressingNV
inline constexpr uint32_t tensorAddressingCapability = 5439; // TensorAddressingNV
inline constexpr uint32_t bfloat16Capability = 5116; // BFloat16TypeKHR
inline constexpr uint32_t bfloat16MatrixCapability = 5118; // BFloat16CooperativeMatrixKHR

// The SPIR-V specification, sections 2.3 (header) and 3.49 (instructions).
inline constexpr size_t spirvHeaderWords = 5;
inline constexpr uint32_t opEntryPoint = 15;
inline constexpr uint32_t opExecutionMode = 16;
inline constexpr uint32_t opCapability = 17;

// What a kernel's SPIR-V says of itself.
struct SpirvSummary {
    std::vector<uint32_t> capabilities;
    uint32_t bindingCount = 0; // highest binding of set 0, plus one
    uint32_t texelSlots = 0; // bit i: binding i is a texel buffer
    bool usesOtherSets = false;
    uint32_t entryPoint = 0; // the function of the last one; 0: none
    size_t entryPointEnd = 0; // words before what follows it, where execution modes may stand

    [[nodiscard]] bool uses(uint32_t capability) const
    {
        return std::ranges::find(capabilities, capability) != capabilities.end();
    }
};

// Of SpirvSummary::texelSlots.
[[nodiscard]] constexpr bool hasTexels(uint32_t texelSlots, size_t slot)
{
    return (texelSlots >> slot & 1u) != 0;
}

// Walks the instructions once. Internal, naming the kernel, when the words are no well-formed SPIR-V module.
[[nodiscard]] SpirvSummary summarizeSpirv(std::span<const uint32_t> words, std::string_view kernelName);

} // namespace weightless::vulkan
