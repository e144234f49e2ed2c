// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/reduction/columns.h"

#include "engine/base/bytes.h"
#include "engine/ops/kernels/reducecolumns.h"
#include "engine/ops/kernels/reducecolumnsgroups.h"
#include "engine/ops/product/neighbours.h"
#include "engine/ops/stridedloop.h"

#include <algorithm>
#include <bit>

namespace weightless::ops::reduction {

namespace {

struct ColumnParameters {
    uint32_t count, across, run, parts, partLength, extent, keptSize;
    std::array<uint32_t, 2> keptStride, reducedSize;
    std::array<uint32_t, 3> reducedStride;
    uint32_t pitch, lastElement;
};

// How lanes share the work.
struct Columns {
    bool inGroups = false; // by the kernel of software devices
    uint32_t width = 1; // neighbours of a lane
    uint32_t teamSize = 1; // lanes that share a part's steps
    uint32_t groupSize = 64;
    uint32_t stepsAtOnce = 1;
    uint64_t across = 0; // lanes, or teams, of a run of neighbours
    uint64_t outer = 0; // runs
    uint64_t run = 0;
    uint64_t extent = 0;
    uint64_t partLength = 0;
    uint64_t parts = 1;

    [[nodiscard]] uint64_t lanes() const { return across * outer * teamSize; }
    void cutInto(uint64_t most)
    {
        partLength = std::max<uint64_t>(most, 1);
        parts = ceilDivide(extent, partLength);
    }
};

bool areMultiples(const ReduceParameters& q, uint32_t count)
{
    const auto isMultiple = [&](uint32_t number) { return number % count == 0; };
    return isMultiple(q.keptSize[2]) && isMultiple(q.keptStride[0]) && isMultiple(q.keptStride[1])
        && std::ranges::all_of(q.reducedStride, isMultiple);
}

void shareSoftware(Columns& columns, const DevicePolicy& policy)
{
    constexpr uint64_t fewestSteps = 64; // of a part
    columns.inGroups = true;
    columns.width = groupElements;
    columns.across = ceilDivide(columns.run, groupElements);
    const uint64_t enough = 8 * policy.enoughRows;
    columns.cutInto(std::max(fewestSteps, columns.extent / ceilDivide(enough, columns.lanes())));
    columns.groupSize =
        columns.lanes() * columns.parts < 64 * enough ? policy.fewestInvocationsPerRowGroup : 64;
}

void shareCard(Columns& columns, const LoweringContext& context, const DevicePolicy& policy, bool areQuads)
{
    const uint32_t lanesOfGroup = std::min(256u, std::bit_floor(context.device().maxWorkGroupInvocations));
    constexpr uint64_t fewestSteps = 8; // of a lane
    columns.width = areQuads ? 4 : 1;
    columns.across = columns.run / columns.width;
    const auto side = static_cast<uint32_t>(std::min<uint64_t>(std::bit_ceil(columns.across), 32));
    const auto wantsMore = [&] { return columns.lanes() * columns.parts < 2 * policy.enoughRows; };
    while (columns.teamSize * side < lanesOfGroup && wantsMore()
        && columns.extent >= 2 * fewestSteps * columns.teamSize) {
        columns.teamSize *= 2;
    }
    columns.groupSize = std::max(64u, columns.teamSize * side);
    columns.cutInto(columns.extent);
    while (wantsMore() && columns.partLength >= 8 * fewestSteps * columns.teamSize) {
        columns.cutInto(ceilDivide(columns.partLength, 2u));
    }
    columns.stepsAtOnce = columns.partLength >= 4ull * columns.teamSize ? 4 : 1;
}

// Nothing where neighbours are too few.
std::optional<Columns> columnsOf(
    const LoweringContext& context, const ReduceParameters& q, const DevicePolicy& policy)
{
    constexpr uint32_t fewestForSoftware = 4;
    constexpr uint32_t fewestForCards = 8;
    const DataType type = context.input(0).type();
    Columns columns {.run = q.keptSize[2], .extent = q.length};
    if (q.rows == 0 || q.length < 2 || q.keptStride[2] != 1 || !kernels::reducecolumns().hasTypes({type})) {
        return std::nullopt;
    }
    columns.outer = q.rows / columns.run;
    if (policy.prefersEights && canReadEights(context.device(), type)) {
        if (columns.run < fewestForSoftware) {
            return std::nullopt;
        }
        shareSoftware(columns, policy);
    } else if (columns.run < fewestForCards || !policy.prefersQuads) {
        return std::nullopt;
    } else {
        shareCard(columns, context, policy, areMultiples(q, 4));
    }
    return columns;
}

} // namespace

bool lowerColumns(LoweringContext& context, const ReduceParameters& q, RowReduction kind)
{
    const DevicePolicy policy = loopPolicy(context);
    std::optional<Columns> columns = columnsOf(context, q, policy);
    if (!columns) {
        return false;
    }
    const uint64_t walks = kind == RowReduction::LogSumExp ? 2 : 1;
    const uint64_t mostRounds = mostSteps(context.device(), walks) / 2;
    columns->cutInto(std::min({columns->partLength, policy.rowPartBytes / sizeof(float),
        std::max<uint64_t>(mostRounds, 1) * columns->teamSize * columns->stepsAtOnce}));
    const uint64_t pitch = alignUp(columns->run, uint64_t {columns->width});
    const uint64_t all = columns->outer * columns->parts;
    const TensorRef x = context.input(0);
    const TensorRef y = context.output(0);
    const bool makesParts = columns->parts > 1;
    const KernelFamily& family =
        columns->inGroups ? kernels::reducecolumnsgroups() : kernels::reducecolumns();
    DispatchStep step {.kernel = &family.forTypes({x.type()}),
        .loopRounds = longLoopRounds(walks
            * roundsOf(
                ceilDivide(columns->partLength, uint64_t {columns->teamSize} * columns->stepsAtOnce)))};
    step.specialization = {columns->teamSize, columns->groupSize, columns->stepsAtOnce,
        static_cast<uint32_t>(kind), columns->width, makesParts ? 1u : 0u,
        q.reducedSize[0] == 1 && q.reducedSize[1] == 1 ? 1u : 0u};
    if (columns->inGroups) {
        const bool areWhole = areMultiples(q, groupElements) && !context.mayBeginAnywhere(x);
        step.specialization.insert(
            step.specialization.end(), {areWhole ? 1u : 0u, product::storeWidthOf(context, y, columns->run)});
    }
    const TensorRef found =
        makesParts ? context.temporary({DataType::Float32, {2, static_cast<int64_t>(all * pitch)}}) : y;
    step.bindings = {{x}, {makesParts ? x : y, makesParts ? Access::Read : Access::Write},
        {makesParts ? found : x, makesParts ? Access::Write : Access::Read}};
    step.groupCount = linearGroups(all * columns->across, columns->groupSize / columns->teamSize);
    step.operations = 2 * uint64_t {q.rows} * q.length;
    step.parameters = parameterBytes(ColumnParameters {static_cast<uint32_t>(all * columns->across),
        static_cast<uint32_t>(columns->across), static_cast<uint32_t>(columns->run),
        static_cast<uint32_t>(columns->parts), static_cast<uint32_t>(columns->partLength), q.length,
        q.keptSize[1], {q.keptStride[0], q.keptStride[1]}, {q.reducedSize[1], q.reducedSize[2]},
        q.reducedStride, static_cast<uint32_t>(pitch), static_cast<uint32_t>(x.elements() - 1)});
    context.dispatch(std::move(step));
    if (makesParts) {
        mergeParts(context, found,
            {.rows = q.rows,
                .extent = q.length,
                .length = columns->partLength,
                .count = columns->parts,
                .neighbours = columns->run,
                .pitch = pitch},
            kind, y);
    }
    return true;
}

} // namespace weightless::ops::reduction
