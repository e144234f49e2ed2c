// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/packedblocks.h"

#include <limits>
#include <string>

namespace weightless::ops {

std::vector<uint32_t> blockConstants(const PackedBlocks& blocks)
{
    const uint32_t zeroKind = !blocks.zeros ? 0u : isFloat(blocks.zeros->type()) ? 2u : 1u;
    return {blocks.layout.bits, zeroKind, static_cast<uint32_t>(blocks.layout.coding),
        blocks.layout.middleZero, blocks.groups ? 1u : 0u};
}

void requireReachable(LoweringContext& context, const BlockLayout& layout)
{
    constexpr uint64_t most = std::numeric_limits<uint32_t>::max();
    if (layout.rows * layout.rowBytes > most) {
        context.unsupported("packed weights of " + std::to_string(layout.rows * layout.rowBytes)
            + " bytes, more than 4294967295");
    }
    if (!layout.hasWholeRows && layout.rows * layout.columns > most) {
        context.unsupported(std::to_string(layout.rows * layout.columns)
            + " packed weights whose rows are not of whole blocks, more than 4294967295");
    }
}

} // namespace weightless::ops
