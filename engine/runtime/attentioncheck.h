// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/datatype.h"

#include <memory>
#include <span>
#include <string>

namespace weightless {

class Context;

// Whether the kernel of attention ("tiled", "tiledmatrix") finds on this device what softmax(q k^T * scale) v
// is: with rows and keys that fill its tiles and such that do not, with and without a mask, causal, with
// small heads and large ones, and keys either way round. As isProductRight(): Unsupported where the device
// cannot run it; OutOfMemory, DeviceLost.
[[nodiscard]] bool isAttentionRight(
    const std::shared_ptr<Context>& context, const std::string& kernel, DataType type);

// The comparison of means of numbers up to 4, whose weights are rounded to 16 bits: an eighth apart at most.
[[nodiscard]] bool isAttentionRight(std::span<const float> result, std::span<const float> expected);

} // namespace weightless
