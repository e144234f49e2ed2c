// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/unpackblocks.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/unpack_blocks.h"

#include <limits>
#include <utility>
#include <vector>

namespace weightless::ops {

namespace {

struct UnpackParameters {
    uint32_t words, rowWords, firstWord, firstElement, columns, blocks, blockSize, rowBytes, zeroBytes,
        packedBytes, firstRow, groupRows, groupDistance;
};

// How rows that are multiples of four are written (unpack_blocks.comp).
enum class Fours : uint32_t { Never, WhereAligned, Always };

Fours foursOf(const LoweringContext& context, const BlockLayout& layout, const TensorRef& y)
{
    const DevicePolicy policy = devicePolicy(context.device());
    if (layout.columns % 4 != 0) {
        return Fours::Never;
    }
    return policy.prefersKnownQuads && !context.mayBeginAnywhere(y) ? Fours::Always
        : policy.prefersQuads                                       ? Fours::WhereAligned
                                                                    : Fours::Never;
}

BlockLayout asOneRow(const BlockLayout& layout)
{
    BlockLayout row = layout;
    row.rows = 1;
    row.columns = layout.rows * layout.columns;
    row.rowBytes = (row.columns * layout.bits + 7) / 8;
    return row;
}

} // namespace

void unpackBlocks(
    LoweringContext& context, const PackedBlocks& blocks, const RowGroups& rows, const TensorRef& y)
{
    requireReachable(context, blocks.layout);
    const bool isGrouped = rows.groups > 1; // then lines of y count, else those of all rows
    const uint64_t count = rows.count * rows.groups;
    const uint64_t first = isGrouped ? 0 : rows.first;
    const uint64_t elements = count * blocks.layout.columns;
    const uint64_t firstElement = first * blocks.layout.columns;
    const BlockLayout layout = blocks.layout.hasWholeRows ? blocks.layout : asOneRow(blocks.layout);
    const uint64_t perWord = 32 / layout.bits;
    const bool hasRows = blocks.layout.hasWholeRows;
    const uint64_t words = hasRows ? count * layout.rowWords() : ceilDivide(elements, perWord);
    const uint64_t firstWord = hasRows ? first * layout.rowWords() : firstElement / perWord;
    std::vector<uint32_t> constants = blockConstants(blocks);
    constants.push_back(static_cast<uint32_t>(foursOf(context, layout, y)));
    context.dispatch({.kernel = &kernels::unpack_blocks().forTypes({y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = std::move(constants),
        .bindings = {{blocks.packed}, {blocks.scales}, {blocks.zeros.value_or(blocks.packed)},
            {y, Access::Write}, {blocks.groups.value_or(blocks.packed)}},
        .parameters = parameterBytes(UnpackParameters {.words = static_cast<uint32_t>(words),
            .rowWords = static_cast<uint32_t>(layout.rowWords()),
            .firstWord = static_cast<uint32_t>(firstWord),
            .firstElement = static_cast<uint32_t>(firstElement), // a difference alone is made of it
            .columns = static_cast<uint32_t>(layout.columns),
            .blocks = static_cast<uint32_t>(layout.blocks()),
            .blockSize = static_cast<uint32_t>(layout.blockSize),
            .rowBytes = static_cast<uint32_t>(layout.rowBytes),
            .zeroBytes = static_cast<uint32_t>(layout.zeroBytes()),
            .packedBytes = static_cast<uint32_t>(layout.rows * layout.rowBytes),
            .firstRow = static_cast<uint32_t>(isGrouped ? rows.first : 0),
            .groupRows = isGrouped ? static_cast<uint32_t>(rows.count) : std::numeric_limits<uint32_t>::max(),
            .groupDistance = static_cast<uint32_t>(rows.distance)}),
        .groupCount = linearGroups(words),
        .operations = 2 * elements});
}

} // namespace weightless::ops
