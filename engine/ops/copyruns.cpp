// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/copyruns.h"

#include "engine/base/bytes.h"
#include "engine/ops/kernels/copyruns.h"
#include "engine/ops/kernels/transposeruns.h"

namespace weightless::ops {

namespace {

// How copyruns.comp reads a run of the source, in its numbers.
enum class RunAccess : uint32_t { One, Dense, Apart };

struct RunParameters {
    uint32_t invocations;
    uint32_t sourceOffset;
    uint32_t targetOffset;
    std::array<uint32_t, maxLoopRank> dims;
    std::array<uint32_t, maxLoopRank> sourceStrides;
    std::array<uint32_t, maxLoopRank> targetStrides;
    uint32_t lastItem;
};

// What an invocation moves of the last two dimensions.
struct Tile {
    StridedLoop loop;
    bool isTransposed = false;
    int64_t interleaved = 0; // columns: all of them, side by side in the target
    uint32_t rows = 1;
    uint32_t columns = 1;
};

uint32_t itemsOf(uint32_t bytes)
{
    return bytes == 1 ? 16 : bytes == 8 ? 4 : 8;
}

Tile tileOf(const StridedLoop& loop, uint32_t bytes)
{
    constexpr int64_t fewestToTranspose = 4; // else most of a tile would be left out
    const uint32_t items = itemsOf(bytes);
    if (const std::optional<StridedLoop> transposition = asTransposition(loop, 2)) {
        const size_t last = transposition->dims.size() - 1;
        const int64_t rows = transposition->dims[last - 1];
        const int64_t columns = transposition->dims[last];
        if (columns <= fewestToTranspose && rows >= items && transposition->strides[1][last - 1] == columns) {
            return {*transposition, true, columns, items, static_cast<uint32_t>(columns)};
        }
        if (std::min(rows, columns) >= fewestToTranspose) {
            return {*transposition, true, 0, items, items};
        }
    }
    return {.loop = loop, .columns = itemsOfRun(bytes, loop.dims.back())};
}

// Whether the target's runs, but for their ends, are a multiple of `items` long and apart.
bool isInSteps(const Tile& tile, int64_t targetOffset, int64_t items)
{
    const std::vector<int64_t>& strides = tile.loop.strides[1];
    const size_t dense = strides.size() - (tile.interleaved != 0 ? 2 : 1);
    int64_t length = 1;
    for (size_t d = 0; d < strides.size(); ++d) {
        if (d >= dense) {
            length *= tile.loop.dims[d];
        } else if (strides[d] % items != 0) {
            return false;
        }
    }
    return targetOffset % items == 0 && length % items == 0;
}

// Of `runBytes` at most: as many as `isInSteps(items)` allows.
template <typename Steps>
uint32_t storeBytesOf(uint32_t runBytes, uint32_t bytes, Steps&& isInSteps)
{
    uint32_t result = runBytes;
    while (result > bytes && !isInSteps(int64_t {result / bytes})) {
        result /= 2;
    }
    return result < sizeof(uint32_t) ? bytes : result;
}

uint64_t invocationsOf(const Tile& tile)
{
    const size_t rank = tile.loop.dims.size();
    uint64_t count = 1;
    for (size_t d = 0; d < rank; ++d) {
        const uint64_t atOnce = d + 1 == rank ? tile.columns : d + 2 == rank ? tile.rows : 1;
        count *= ceilDivide(static_cast<uint64_t>(tile.loop.dims[d]), atOnce);
    }
    return count;
}

uint32_t accessOf(const Tile& tile)
{
    if (tile.isTransposed) {
        return static_cast<uint32_t>(tile.interleaved);
    }
    const int64_t step = tile.loop.strides[0].back();
    return static_cast<uint32_t>(step == 0 ? RunAccess::One
            : step == 1                    ? RunAccess::Dense
                                           : RunAccess::Apart);
}

} // namespace

bool takesRuns(const LoweringContext& context, const TensorRef& target)
{
    return loopPolicy(context).prefersEights && context.device().hasInt64
        && !context.mayBeginAnywhere(target);
}

uint32_t itemsOfRun(uint32_t bytes, int64_t rowItems)
{
    uint32_t items = itemsOf(bytes);
    while (items / 2 >= rowItems && uint64_t {items / 2} * bytes >= sizeof(uint32_t)) {
        items /= 2;
    }
    return items;
}

uint32_t storeBytesOfRows(uint32_t bytes, int64_t rowItems)
{
    return storeBytesOf(bytes * itemsOfRun(bytes, rowItems), bytes,
        [rowItems](int64_t items) { return rowItems % items == 0; });
}

std::optional<DispatchStep> copyInRuns(const LoweringContext& context, const TensorRef& source,
    const TensorRef& target, const StridedLoop& loop, int64_t sourceOffset, int64_t targetOffset)
{
    if (!takesRuns(context, target) || loop.strides[1].back() != 1) {
        return std::nullopt;
    }
    const auto bytes = static_cast<uint32_t>(bitWidth(target.type()) / 8);
    const Tile tile = tileOf(loop, bytes);
    const uint64_t invocations = invocationsOf(tile);
    const KernelFamily& kernel = tile.isTransposed ? kernels::transposeruns() : kernels::copyruns();
    const uint32_t items = tile.isTransposed ? tile.rows : tile.columns;
    return DispatchStep {.kernel = &kernel.forWidthOf(target.type()),
        .loopRounds = fewLoopRounds,
        .specialization = {static_cast<uint32_t>(loop.dims.size()), items, accessOf(tile),
            storeBytesOf(
                items * bytes, bytes, [&](int64_t inStep) { return isInSteps(tile, targetOffset, inStep); })},
        .bindings = {{source, Access::Read}, {target, Access::Write}},
        .parameters = parameterBytes(RunParameters {.invocations = static_cast<uint32_t>(invocations),
            .sourceOffset = static_cast<uint32_t>(sourceOffset),
            .targetOffset = static_cast<uint32_t>(targetOffset),
            .dims = loopParameters(tile.loop.dims),
            .sourceStrides = loopParameters(tile.loop.strides[0]),
            .targetStrides = loopParameters(tile.loop.strides[1]),
            .lastItem = static_cast<uint32_t>(source.elements() - 1)}),
        .groupCount = linearGroups(invocations),
        .operations = static_cast<uint64_t>(loop.elements())};
}

} // namespace weightless::ops
