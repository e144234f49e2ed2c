// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/packedblocks.h"

#include <limits>
#include <string>

namespace weightless::ops {

std::vector<uint32_t> blockConstants(const PackedBlocks& blocks)
{
    const uint32_t zeroKind = !blocks.zeros ? 0u : isFloat(blocks.zeros->type()) ? 2u : 1u;
    return {blocks.layout.bits, zeroKind, blocks.layout.isSigned ? 1u : 0u, blocks.layout.middleZero,
        blocks.groups ? 1u : 0u};
}

void requireReachable(LoweringContext& context, const BlockLayout& layout)
{
    if (layout.rows * layout.rowBytes > std::numeric_limits<uint32_t>::max()) {
        context.unsupported("packed weights of " + std::to_string(layout.rows * layout.rowBytes)
            + " bytes, more than 4294967295");
    }
}

} // namespace weightless::ops
