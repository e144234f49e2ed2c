// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/devicefacts.h"
#include "engine/vulkan/devicetraits.h"

#include <optional>

namespace weightless::vulkan {

// The matrices that kernels on matrix units are made of, and the subgroups that hold them: the largest of the
// shapes for float16 with float32 sums whose edges divide the kernels' tiles. Nothing without such a shape,
// or where a kernel cannot rely on the size of its subgroups. A pure function; `subgroupSize` is the usual
// one.
[[nodiscard]] std::optional<MatrixUnits> matrixUnitsFor(const DeviceFacts& facts, uint32_t subgroupSize);

} // namespace weightless::vulkan
