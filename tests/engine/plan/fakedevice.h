// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicetraits.h"
#include "engine/vulkan/kernelcode.h"

#include <array>

namespace weightless::testing {

// A device that lacks nothing and has no limit on loops.
inline vulkan::DeviceTraits capableDevice()
{
    vulkan::DeviceTraits traits;
    traits.name = "capable";
    traits.hasFloat16 = true;
    traits.hasFloat64 = true;
    traits.hasInt8 = true;
    traits.hasInt16 = true;
    traits.hasInt64 = true;
    traits.has8BitStorage = true;
    traits.has16BitStorage = true;
    traits.hasBufferDeviceAddress = true;
    return traits;
}

// A kernel for plans that nobody runs: SPIR-V of a header alone, which needs no feature.
inline vulkan::KernelCode fakeKernel(std::string_view name)
{
    static constexpr std::array<uint32_t, 5> header {0x07230203, 0x00010300, 0, 1, 0};
    return {name, header, header};
}

} // namespace weightless::testing
