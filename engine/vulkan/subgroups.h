// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicefacts.h"
#include "engine/vulkan/devicetraits.h"

#include <optional>
#include <string_view>

// What kernels may rely on of a device's subgroups. Pure functions; `usualSize` is the size that the driver
// names first. Nothing where a kernel cannot rely on the size, or on work groups of whole subgroups.
namespace weightless::vulkan {

// Whether the driver can be asked for shapes of matrices. AMD's own for Windows was seen to end the program
// for an integrated device (Radeon 860M, Adrenalin 26.3.1; AMDVLK issue 422), and none of those is worth it.
[[nodiscard]] bool mayBeAskedForMatrices(const DeviceFacts& facts);

// 32-bit registers that an invocation can have in the smallest subgroups.
[[nodiscard]] uint32_t mostRegistersOf(const DeviceFacts& facts);

// Those that reduce rows: where the device adds up, and finds the largest, among their lanes. Of the usual
// size, or of 16 lanes where Intel's would share their registers among more.
[[nodiscard]] std::optional<WholeSubgroups> rowSubgroupsFor(const DeviceFacts& facts, uint32_t usualSize);

// The matrices that kernels on matrix units are made of, and the subgroups that hold them: the largest of the
// shapes for elements of that type ("float16", "bfloat16") with float32 sums whose edges divide the kernels'
// tiles. Nothing without such a shape.
[[nodiscard]] std::optional<MatrixUnits> matrixUnitsFor(
    const DeviceFacts& facts, uint32_t usualSize, std::string_view element = "float16");

// What work groups hold together, where the device has `units`: for the largest groups of at most 256
// invocations, else for a subgroup. Nothing without float16 with float32 sums.
[[nodiscard]] std::optional<GroupMatrices> groupMatricesFor(
    const DeviceFacts& facts, const MatrixUnits& units);

} // namespace weightless::vulkan
