// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/stridedcopy.h"

#include "engine/base/bytes.h"
#include "engine/model/elementmoves.h"
#include "engine/ops/copyruns.h"
#include "engine/ops/kernels/strided_copy.h"
#include "engine/ops/kernels/tiled_copy.h"
#include "engine/ops/narrow.h"

#include <algorithm>
#include <map>

namespace weightless::ops {

namespace {

struct StridedCopyParameters {
    uint32_t invocations; // tiles of tiled_copy
    uint32_t sourceOffset;
    uint32_t targetOffset;
    std::array<uint32_t, maxLoopRank> dims;
    std::array<uint32_t, maxLoopRank> sourceStrides;
    std::array<uint32_t, maxLoopRank> targetStrides;
};

StridedLoop loopOf(const ElementCopy& copy)
{
    return collapsed({copy.dims, {copy.sourceStrides, copy.targetStrides}});
}

void dispatchTiles(LoweringContext& context, const TensorRef& source, const TensorRef& target,
    const StridedLoop& loop, StridedCopyParameters parameters)
{
    constexpr uint64_t side = 32; // tiled_copy.comp's
    constexpr uint32_t groupSize = 256;
    uint64_t tiles = 1;
    for (size_t d = 0; d < loop.dims.size(); ++d) {
        const auto size = static_cast<uint64_t>(loop.dims[d]);
        tiles *= d + 2 < loop.dims.size() ? size : ceilDivide(size, side);
    }
    parameters.invocations = static_cast<uint32_t>(tiles);
    context.dispatch({.kernel = &kernels::tiled_copy().forWidthOf(target.type()),
        .loopRounds = fewLoopRounds,
        .specialization = {static_cast<uint32_t>(loop.dims.size())},
        .bindings = {{source, Access::Read}, {target, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(tiles * groupSize, groupSize),
        .operations = static_cast<uint64_t>(loop.elements())});
}

void dispatchLoop(LoweringContext& context, const TensorRef& source, const TensorRef& target,
    const StridedLoop& given, int64_t sourceOffset, int64_t targetOffset)
{
    const DevicePolicy policy = loopPolicy(context);
    const std::optional<StridedLoop> transposition = asTransposition(given, policy.fewestForTransposedTiles);
    const StridedLoop& loop = transposition ? *transposition : given;
    if (loop.dims.size() > maxLoopRank) {
        StridedLoop inner = loop;
        inner.dims.erase(inner.dims.begin());
        for (std::vector<int64_t>& strides : inner.strides) {
            strides.erase(strides.begin());
        }
        for (int64_t i = 0; i < loop.dims.front(); ++i) {
            dispatchLoop(context, source, target, inner, sourceOffset + i * loop.strides[0].front(),
                targetOffset + i * loop.strides[1].front());
        }
        return;
    }
    if (std::optional<DispatchStep> runs =
            copyInRuns(context, source, target, given, sourceOffset, targetOffset)) {
        context.dispatch(std::move(*runs));
        return;
    }
    const LoopLaunch launch = copyLaunchOf(
        policy, loop, target.type(), sourceOffset, targetOffset, beginAtQuads(context, {source, target}));
    const StridedCopyParameters parameters {.invocations = static_cast<uint32_t>(launch.invocations),
        .sourceOffset = static_cast<uint32_t>(sourceOffset),
        .targetOffset = static_cast<uint32_t>(targetOffset),
        .dims = loopParameters(loop.dims),
        .sourceStrides = loopParameters(loop.strides[0]),
        .targetStrides = loopParameters(loop.strides[1])};
    if (transposition) {
        dispatchTiles(context, source, target, loop, parameters);
        return;
    }
    context.dispatch({.kernel = &kernels::strided_copy().forWidthOf(target.type()),
        .loopRounds = fewLoopRounds,
        .specialization = launch.specialization(),
        .bindings = {{source, Access::Read}, {target, Access::Write}},
        .parameters = parameterBytes(parameters),
        .groupCount = linearGroups(launch.invocations),
        .operations = static_cast<uint64_t>(loop.elements())});
}

// By output: how many copies it is made of.
std::vector<size_t> copiesPerOutput(const std::vector<ElementCopy>& copies)
{
    std::vector<size_t> counts;
    for (const ElementCopy& copy : copies) {
        counts.resize(std::max(counts.size(), copy.output + 1));
        ++counts[copy.output];
    }
    return counts;
}

// Elements that share their bytes are moved in bytes of their own, and packed again.
class PackedMove {
public:
    PackedMove(LoweringContext& context, const TensorRef& target)
        : m_context(context)
        , m_target(target)
        , m_apart(context.temporary({DataType::UInt8, target.shape()}))
    {
    }

    void copy(const TensorRef& source, const ElementCopy& copy)
    {
        const TensorRef apart = m_context.temporary({DataType::UInt8, source.shape()});
        dispatchUnpack(m_context, source, apart);
        dispatchCopy(m_context, apart, m_apart, copy);
    }

    void finish() { dispatchPack(m_context, m_apart, m_target, {}); }

private:
    LoweringContext& m_context;
    TensorRef m_target;
    TensorRef m_apart;
};

// The only copy an output is made of, where elements share bytes: a view only of all there is.
void lowerPackedCopy(LoweringContext& context, const TensorRef& source, const ElementCopy& copy)
{
    const TensorRef target = context.output(copy.output);
    if (contiguousSourceOffset(copy, target.elements()) == 0 && source.elements() == target.elements()) {
        context.aliasOutput(copy.output, source);
        return;
    }
    PackedMove move(context, target);
    move.copy(source, copy);
    move.finish();
}

// A run of bytes is copied as such, or not at all where the planner makes the source in the target's place.
void copyInto(
    LoweringContext& context, const TensorRef& source, const TensorRef& target, const ElementCopy& copy)
{
    const StridedLoop loop = loopOf(copy);
    const bool isRun =
        loop.dims.size() == 1 && loop.strides[0][0] == 1 && loop.strides[1][0] == 1 && loop.elements() > 0;
    if (!isRun) {
        dispatchCopy(context, source, target, copy);
        return;
    }
    const TensorDescriptor run {source.type(), {static_cast<int64_t>(loop.elements())}};
    context.copy(context.view(source, run, static_cast<uint64_t>(copy.sourceOffset)),
        context.view(target, run, static_cast<uint64_t>(copy.targetOffset)));
}

} // namespace

ElementCopy packedCopy(const Shape& shape, std::vector<int64_t> sourceStrides, int64_t sourceOffset)
{
    return {.dims = shape,
        .sourceStrides = std::move(sourceStrides),
        .targetStrides = contiguousStrides(shape),
        .sourceOffset = sourceOffset};
}

std::optional<int64_t> contiguousSourceOffset(const ElementCopy& copy, int64_t elements)
{
    const StridedLoop loop = loopOf(copy);
    const bool isRun = loop.dims.size() == 1 && loop.dims[0] == elements && loop.strides[0][0] == 1
        && loop.strides[1][0] == 1 && copy.targetOffset == 0;
    return isRun ? std::optional(copy.sourceOffset) : std::nullopt;
}

void dispatchCopy(
    LoweringContext& context, const TensorRef& source, const TensorRef& target, const ElementCopy& copy)
{
    const StridedLoop loop = loopOf(copy);
    if (loop.elements() == 0) {
        return;
    }
    const auto elements = static_cast<uint64_t>(std::max(source.elements(), target.elements()));
    if (elements > mostElements) {
        context.unsupported("a tensor of " + std::to_string(elements) + " elements is beyond the "
            + std::to_string(mostElements) + " a kernel can index");
    }
    dispatchLoop(context, source, target, loop, copy.sourceOffset, copy.targetOffset);
}

void lowerCopy(LoweringContext& context, const TensorRef& source, const ElementCopy& copy)
{
    const TensorRef target = context.output(copy.output);
    if (target.elements() == 0) {
        return;
    }
    if (sharesBytes(source.type())) {
        lowerPackedCopy(context, source, copy);
        return;
    }
    if (const auto offset = contiguousSourceOffset(copy, target.elements())) {
        const TensorRef view = *offset == 0 && source.elements() == target.elements()
            ? source
            : context.view(source, target.descriptor, static_cast<uint64_t>(*offset));
        context.aliasOutput(copy.output, view);
        return;
    }
    dispatchCopy(context, source, target, copy);
}

void copyOnHost(const HostTensor& source, HostTensor& target, const ElementCopy& copy)
{
    forEachOffset(
        {copy.dims, {copy.sourceStrides, copy.targetStrides}}, [&](const std::vector<int64_t>& offsets) {
            const auto from = static_cast<size_t>(copy.sourceOffset + offsets[0]);
            const auto to = static_cast<size_t>(copy.targetOffset + offsets[1]);
            moveElements(source, from, 1, target, to);
        });
}

void dispatchFill(LoweringContext& context, const TensorRef& scalar, const TensorRef& target)
{
    const TensorRef filled = apartLike(context, target);
    dispatchCopy(context, takenApart(context, scalar), filled,
        packedCopy(target.shape(), std::vector<int64_t>(target.shape().size(), 0)));
    putTogether(context, filled, target);
}

std::vector<HostTensor> foldAsCopies(const FoldContext& context, CopiesFunction copiesOf)
{
    std::vector<HostTensor> outputs;
    for (const TensorDescriptor& descriptor : context.outputs) {
        outputs.push_back(
            descriptor.type == DataType::Undefined ? HostTensor {} : makeEmptyTensor(descriptor));
    }
    for (const ElementCopy& copy : copiesOf(NodeView(context))) {
        copyOnHost(*context.inputs[copy.input], outputs[copy.output], copy);
    }
    return outputs;
}

void lowerAsCopies(LoweringContext& context, CopiesFunction copiesOf)
{
    const std::vector<ElementCopy> copies = copiesOf(NodeView(context));
    const std::vector<size_t> copyCounts = copiesPerOutput(copies);
    std::map<size_t, PackedMove> moves; // by output
    for (const ElementCopy& copy : copies) {
        if (!context.wantsOutput(copy.output)) {
            continue;
        }
        const TensorRef source = context.input(copy.input);
        if (copyCounts[copy.output] == 1) {
            lowerCopy(context, source, copy);
        } else if (sharesBytes(source.type())) {
            moves.try_emplace(copy.output, context, context.output(copy.output))
                .first->second.copy(source, copy);
        } else {
            copyInto(context, source, context.output(copy.output), copy);
        }
    }
    for (auto& [output, move] : moves) {
        move.finish();
    }
}

} // namespace weightless::ops
