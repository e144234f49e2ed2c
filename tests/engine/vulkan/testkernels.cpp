// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/vulkan/testkernels.h"

namespace weightless::testing {

namespace {

constexpr uint32_t affineDescriptors[] = {
#include "affine_descriptors.inc"
};
constexpr uint32_t affineAddresses[] = {
#include "affine_addresses.inc"
};
constexpr uint32_t half[] = {
#include "half.inc"
};
constexpr uint32_t texels[] = {
#include "texels.inc"
};
constexpr uint32_t rounds[] = {
#include "rounds.inc"
};

} // namespace

vulkan::KernelCode affineKernel()
{
    return {"affine", affineDescriptors, affineAddresses};
}

vulkan::KernelCode halfKernel()
{
    return {"half", half, {}};
}

vulkan::KernelCode texelKernel()
{
    return {"texels", texels, {}};
}

vulkan::KernelCode roundsKernel()
{
    return {"rounds", rounds, {}};
}

} // namespace weightless::testing
