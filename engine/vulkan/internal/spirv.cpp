// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/spirv.h"

#include "engine/base/error.h"

#include <algorithm>
#include <map>
#include <string>

namespace weightless::vulkan {

namespace {

// The SPIR-V specification, sections 2.3 (header), 3.20 (decorations) and 3.49 (instructions).
constexpr uint32_t magicNumber = 0x07230203;
constexpr uint32_t opFunction = 54; // capabilities and decorations come before the first function
constexpr uint32_t opVariable = 59;
constexpr uint32_t opDecorate = 71;
constexpr uint32_t decorationBinding = 33;
constexpr uint32_t decorationDescriptorSet = 34;
constexpr uint32_t storageUniformConstant = 0; // of images; kernels have none but texel buffers
constexpr uint32_t mostBindings = 32; // that a mask has bits for

} // namespace

SpirvSummary summarizeSpirv(std::span<const uint32_t> words, std::string_view kernelName)
{
    if (words.size() < spirvHeaderWords || words[0] != magicNumber) {
        throw Error(ErrorKind::Internal, "Kernel " + std::string(kernelName) + " has no SPIR-V");
    }
    SpirvSummary summary;
    std::map<uint32_t, uint32_t> bindings; // by variable; decorations come before variables
    for (size_t at = spirvHeaderWords; at < words.size();) {
        const uint32_t opcode = words[at] & 0xffff;
        const size_t length = words[at] >> 16;
        if (length == 0 || length > words.size() - at) {
            throw Error(ErrorKind::Internal, "Kernel " + std::string(kernelName) + " has damaged SPIR-V");
        }
        const std::span<const uint32_t> operands = words.subspan(at + 1, length - 1);
        if (opcode == opFunction) {
            break;
        }
        if (opcode == opCapability && !operands.empty()) {
            summary.capabilities.push_back(operands[0]);
        } else if (opcode == opEntryPoint && operands.size() >= 2) {
            summary.entryPoint = operands[1];
            summary.entryPointEnd = at + length;
        } else if (opcode == opDecorate && operands.size() >= 3) {
            if (operands[1] == decorationBinding) {
                summary.bindingCount = std::max(summary.bindingCount, operands[2] + 1);
                bindings[operands[0]] = operands[2];
            } else if (operands[1] == decorationDescriptorSet && operands[2] != 0) {
                summary.usesOtherSets = true;
            }
        } else if (opcode == opVariable && operands.size() >= 3 && operands[2] == storageUniformConstant) {
            const auto found = bindings.find(operands[1]);
            if (found != bindings.end() && found->second < mostBindings) {
                summary.texelSlots |= 1u << found->second;
            }
        }
        at += length;
    }
    return summary;
}

} // namespace weightless::vulkan
