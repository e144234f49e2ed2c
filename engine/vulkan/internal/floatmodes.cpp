// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/internal/floatmodes.h"

namespace weightless::vulkan {

namespace {

// The SPIR-V specification, sections 3.6 (execution modes) and 3.31 (their capabilities).
struct FloatMode {
    uint32_t executionMode = 0;
    uint32_t capability = 0;
    uint32_t width = 0;
};
constexpr FloatMode keepDenormals16 {4459, 4464, 16};
constexpr FloatMode keepSpecials16 {4461, 4466, 16};
constexpr FloatMode keepSpecials32 {4461, 4466, 32};
constexpr FloatMode roundToEven16 {4462, 4467, 16};

constexpr uint32_t versionWithModes = 0x00010400; // before it they are an extension's
constexpr uint32_t float16Capability = 9;
constexpr uint32_t float64Capability = 10;
constexpr uint32_t storage16Capability = 4433;

std::vector<FloatMode> modesFor(const SpirvSummary& summary, const FloatControls& controls)
{
    std::vector<FloatMode> modes;
    if (controls.keepsFloat32Specials) {
        modes.push_back(keepSpecials32);
    }
    if (!summary.uses(float16Capability) && !summary.uses(storage16Capability)) {
        return modes;
    }
    if (controls.keepsFloat16Specials) {
        modes.push_back(keepSpecials16);
    }
    if (controls.float64DoesAsFloat16 && summary.uses(float64Capability)) {
        return modes;
    }
    if (controls.keepsFloat16Denormals) {
        modes.push_back(keepDenormals16);
    }
    if (controls.roundsFloat16ToEven) {
        modes.push_back(roundToEven16);
    }
    return modes;
}

void append(std::vector<uint32_t>& words, uint32_t opcode, std::initializer_list<uint32_t> operands)
{
    words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    words.insert(words.end(), operands);
}

} // namespace

FloatControls floatControlsOf(const VkPhysicalDeviceFloatControlsProperties& properties)
{
    FloatControls controls;
    controls.keepsFloat16Specials = properties.shaderSignedZeroInfNanPreserveFloat16 == VK_TRUE;
    controls.keepsFloat32Specials = properties.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE;
    controls.keepsFloat16Denormals = properties.shaderDenormPreserveFloat16 == VK_TRUE
        && properties.denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    controls.roundsFloat16ToEven = properties.shaderRoundingModeRTEFloat16 == VK_TRUE
        && properties.roundingModeIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    controls.float64DoesAsFloat16 =
        properties.denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL
        || properties.roundingModeIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
    return controls;
}

std::vector<uint32_t> withFloatModes(
    std::span<const uint32_t> words, const SpirvSummary& summary, const FloatControls& controls)
{
    const std::vector<FloatMode> modes = modesFor(summary, controls);
    if (words[1] < versionWithModes || summary.entryPoint == 0 || modes.empty()) {
        return {words.begin(), words.end()};
    }
    std::vector<uint32_t> told(words.begin(), words.begin() + spirvHeaderWords);
    for (const FloatMode& mode : modes) {
        append(told, opCapability, {mode.capability}); // a capability may be declared twice
    }
    const auto behindEntryPoint = words.begin() + static_cast<std::ptrdiff_t>(summary.entryPointEnd);
    told.insert(told.end(), words.begin() + spirvHeaderWords, behindEntryPoint);
    for (const FloatMode& mode : modes) {
        append(told, opExecutionMode, {summary.entryPoint, mode.executionMode, mode.width});
    }
    told.insert(told.end(), behindEntryPoint, words.end());
    return told;
}

} // namespace weightless::vulkan
