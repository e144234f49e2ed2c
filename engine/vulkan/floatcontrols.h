// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless::vulkan {

// What a device's kernels may be told of floats that a driver otherwise does as it likes
// (VK_KHR_shader_float_controls, in Vulkan since 1.2): some cards round what becomes float16 towards zero, so
// that sums drift and nothing becomes infinite, or take the smallest float16 for zero.
struct FloatControls {
    bool roundsFloat16ToEven = false; // shaderRoundingModeRTEFloat16
    bool keepsFloat16Denormals = false; // shaderDenormPreserveFloat16
    bool float64DoesAsFloat16 = false; // the two above hold for both or for neither
    bool keepsFloat16Specials = false; // shaderSignedZeroInfNanPreserveFloat16
    bool keepsFloat32Specials = false; // shaderSignedZeroInfNanPreserveFloat32

    bool operator==(const FloatControls&) const = default;
};

} // namespace weightless::vulkan
