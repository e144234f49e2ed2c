// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace weightless::ops::attention {

// weightless.Attention's attribute `headsInside`, a sum of these: tensors whose rows lie outside their heads,
// the last dimension of the batch: [batch …, rows, heads, columns]. As in heads.glsl.
inline constexpr uint32_t headsOfQ = 1;
inline constexpr uint32_t headsOfK = 2;
inline constexpr uint32_t headsOfV = 4;
inline constexpr uint32_t headsOfY = 8;
inline constexpr uint32_t allHeads = headsOfQ | headsOfK | headsOfV | headsOfY;

} // namespace weightless::ops::attention
