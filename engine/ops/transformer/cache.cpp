// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/transformer/cache.h"

#include "engine/ops/kernels/cache_append.h"

namespace weightless::ops::transformer {

namespace {

struct AppendParameters {
    uint32_t count, places, heads, size, pastPlaces, steps, offset, xBatch, xStep, xHead, rotated,
        positionCount;
};

// Elements of 16 bytes, where heads are multiples of them; 1 elsewhere.
int64_t elementsAtOnce(const TensorRef& y, int64_t size)
{
    const int64_t pack = y.type() == DataType::Float32 ? 4 : 8;
    return size % pack == 0 ? pack : 1;
}

} // namespace

void dispatchAppend(LoweringContext& context, const HeadSizes& sizes, const NewHeads& heads,
    const std::optional<TensorRef>& past, const TensorRef& lengths, const TensorRef& y)
{
    const int64_t atOnce = elementsAtOnce(y, sizes.size);
    const uint64_t count = static_cast<uint64_t>(y.elements()) / static_cast<uint64_t>(atOnce);
    const TensorRef& x = heads.tensor;
    const std::optional<Rotation>& rotation = heads.rotation;
    const Shape table = rotation ? rotation->cosines.shape() : Shape {1, 0};
    const uint64_t read = bytesLookedUp(x.type(),
        static_cast<uint64_t>(sizes.batch * sizes.steps * sizes.heads), static_cast<uint64_t>(table[1]));
    context.dispatch({.kernel = &kernels::cache_append().forTypes({y.type()}),
        .loopRounds = fewLoopRounds,
        .specialization = {past ? 1u : 0u, rotation && rotation->isInterleaved ? 1u : 0u,
            atOnce > 1 ? 1u : 0u},
        .bindings = {{past.value_or(x)}, {x}, {lengths}, {y, Access::Write},
            {rotation ? rotation->cosines : x, Access::Read, read},
            {rotation ? rotation->sines : x, Access::Read, read}},
        .parameters = parameterBytes(AppendParameters {.count = narrowed(static_cast<int64_t>(count)),
            .places = narrowed(y.shape()[2]),
            .heads = narrowed(sizes.heads),
            .size = narrowed(sizes.size),
            .pastPlaces = past ? narrowed(past->shape()[2]) : 0,
            .steps = narrowed(sizes.steps),
            .offset = narrowed(heads.strides.offset),
            .xBatch = narrowed(heads.strides.batch),
            .xStep = narrowed(heads.strides.step),
            .xHead = narrowed(heads.strides.head),
            .rotated = narrowed(2 * table[1]),
            .positionCount = narrowed(table[0])}),
        .groupCount = linearGroups(count),
        .operations = static_cast<uint64_t>(y.elements())});
}

} // namespace weightless::ops::transformer
