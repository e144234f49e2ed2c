// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/attention/problem.h"

namespace weightless::ops::attention {

// Most of attentionmerge.comp.
inline constexpr uint64_t mostKeyParts = 64;

// Keys in parts of that many, but for the last.
struct KeyParts {
    uint32_t count = 1;
    uint32_t keys = 0;

    bool operator==(const KeyParts&) const = default;
};

// Parts of whole tiles, at most `most`, none of them empty.
[[nodiscard]] KeyParts keyParts(uint64_t keys, uint64_t tileKeys, uint64_t most);

// As many as it takes for `groups` work groups, which would walk all keys, to become enough for the device.
[[nodiscard]] KeyParts keyPartsFor(
    const vulkan::DeviceTraits& device, uint64_t groups, uint64_t keys, uint64_t tileKeys);

// Whether the kernel that reads the keys once for eight rows of q (attentionrows.comp) is better than tiles
// (tiled.h): the rows fill no tile, or most of the device would have none.
[[nodiscard]] bool areFewRows(const vulkan::DeviceTraits& device, const AttentionSizes& sizes);

// Whether that kernel takes this attention. The attribute `weightless.kernel` = `rows` or `rowssplit` forces
// it where it can run (Unsupported where it cannot), with the keys in one part or in as many as there can be;
// any other value but the empty one forbids it.
[[nodiscard]] bool isFewRows(const LoweringContext& context, const AttentionSizes& sizes);

// Lays down one step, or two with scratch memory where the keys are in several parts.
void dispatchFewRows(LoweringContext& context, const AttentionSizes& sizes, const Operands& operands);

} // namespace weightless::ops::attention
