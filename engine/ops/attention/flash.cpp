// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/flash.h"

#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/attentionflash.h"
#include "engine/ops/kernels/attentionpack.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace weightless::ops::attention {

namespace {

constexpr uint64_t blockKeys = 8;
constexpr uint64_t lanes = 8; // local size of attentionflash.comp

struct PackParameters {
    uint32_t groups, keys, depth, width, blocks, keyStride, depthStride, heads;
};

struct FlashParameters {
    uint32_t rows, keys;
    float scale;
    MaskStrides mask;
    VisibleParameters visible;
    uint32_t heads;
};

uint64_t blocksOf(const AttentionSizes& s)
{
    return ceilDivide(static_cast<uint64_t>(s.n), blockKeys);
}

uint64_t groupsOf(const AttentionSizes& s)
{
    return static_cast<uint64_t>(s.matrices) * blocksOf(s) * static_cast<uint64_t>(s.depth + s.width);
}

// Rows of q and of the result stay in registers, and the loops over them are unrolled: more spill too much.
constexpr int64_t mostElements = 80;

bool canBeFlash(const LoweringContext& context, const AttentionSizes& s)
{
    constexpr uint64_t indexable = std::numeric_limits<uint32_t>::max();
    const auto elements = [](int64_t matrices, int64_t rows, int64_t columns) {
        return static_cast<uint64_t>(matrices) * static_cast<uint64_t>(rows) * static_cast<uint64_t>(columns);
    };
    return kernels::attentionflash().hasTypes({context.input(0).type()}) && s.depth > 0
        && s.depth <= mostElements && s.width <= mostElements && groupsOf(s) * blockKeys <= indexable
        && elements(s.matrices, s.m, std::max(s.depth, s.width)) <= indexable
        && static_cast<uint64_t>(s.matrices) <= context.device().maxWorkGroupCount[1];
}

// Below this what a run saves is not worth what the kernel takes to compile: README.md has the times.
constexpr uint64_t enoughScores = uint64_t {1} << 24;

// Rows per lane: every key and value loaded serves that many, at the price of as many registers.
uint32_t laneRowsOf(const AttentionSizes& s)
{
    constexpr uint64_t most = 8;
    const uint64_t needed = std::bit_ceil(ceilDivide(static_cast<uint64_t>(s.m), lanes));
    return static_cast<uint32_t>(std::min(most, needed));
}

TensorRef dispatchPack(LoweringContext& context, const AttentionSizes& s, const Operands& o)
{
    const uint64_t groups = groupsOf(s);
    TensorRef blocks = context.temporary({DataType::Float32, {static_cast<int64_t>(groups * blockKeys)}});
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel = &kernels::attentionpack().forTypes({o.k.type()});
    step.bindings = {{o.k}, {o.v}, {blocks, Access::Write}};
    step.groupCount = linearGroups(groups);
    step.operations = groups * blockKeys;
    PackParameters p {};
    p.groups = static_cast<uint32_t>(groups);
    p.keys = static_cast<uint32_t>(s.n);
    p.depth = static_cast<uint32_t>(s.depth);
    p.width = static_cast<uint32_t>(s.width);
    p.blocks = static_cast<uint32_t>(blocksOf(s));
    p.keyStride = s.isTransposed ? 1 : static_cast<uint32_t>(s.rowPitch(headsOfK, s.depth));
    p.depthStride = s.isTransposed ? p.keys : 1;
    p.heads = static_cast<uint32_t>(s.heads);
    step.specialization = {s.headsInside & (headsOfK | headsOfV)};
    step.parameters = parameterBytes(p);
    context.dispatch(std::move(step));
    return blocks;
}

} // namespace

bool isFlash(const LoweringContext& context, const AttentionSizes& s)
{
    const std::string forced = context.attributes().stringOr("weightless.kernel", "");
    const bool canBe = canBeFlash(context, s);
    if (!forced.empty()) {
        if (forced == "flash" && !canBe) {
            context.unsupported("the kernel 'flash' cannot run this attention on this device");
        }
        return forced == "flash";
    }
    return canBe && devicePolicy(context.device()).prefersFlashAttention
        && static_cast<uint64_t>(s.matrices) * static_cast<uint64_t>(s.m) * static_cast<uint64_t>(s.n)
        >= enoughScores;
}

void dispatchFlash(LoweringContext& context, const AttentionSizes& s, const Operands& o)
{
    const TensorRef blocks = dispatchPack(context, s, o);
    const uint32_t laneRows = laneRowsOf(s);
    const auto matrices = static_cast<uint32_t>(s.matrices);
    const auto m = static_cast<uint64_t>(s.m);
    DispatchStep step {.loopRounds = longLoopRounds(roundsOf(blocksOf(s)))};
    step.kernel = &kernels::attentionflash().forTypes({o.q.type()});
    step.specialization = {static_cast<uint32_t>(s.depth), static_cast<uint32_t>(s.width), laneRows,
        s.n % static_cast<int64_t>(blockKeys) != 0 ? 1u : 0u, o.mask ? 1u : 0u, o.causal(), o.isCapped(),
        s.headsInside & (headsOfQ | headsOfY)};
    step.bindings = {
        {o.q}, {blocks}, {o.mask.value_or(o.q)}, {o.y, Access::Write}, {o.lengths.value_or(o.q)}};
    step.groupCount = {static_cast<uint32_t>(ceilDivide(m, lanes * laneRows)), matrices, 1};
    if (step.groupCount[0] > context.device().maxWorkGroupCount[0]) {
        context.unsupported(
            "attention of " + std::to_string(s.m) + " rows needs more work groups than the device takes");
    }
    step.operations = static_cast<uint64_t>(s.matrices) * m * static_cast<uint64_t>(s.n)
        * static_cast<uint64_t>(2 * (s.depth + s.width) + 8);
    step.parameters = parameterBytes(FlashParameters {static_cast<uint32_t>(s.m), static_cast<uint32_t>(s.n),
        o.scale, o.maskStrides, o.visible, static_cast<uint32_t>(s.heads)});
    context.dispatch(std::move(step));
}

} // namespace weightless::ops::attention
