// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/patches.h"
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/product/product.h"

#include <algorithm>
#include <limits>

namespace weightless::ops::product {

namespace {

constexpr uint64_t groupsPerLane = 8; // as in patches.comp
constexpr uint32_t anyStride = 3; // the same

struct PatchParameters {
    uint32_t count, channels, planes, height, width, outPlanes, outRows, outGroups, tapColumns, tapRows,
        stridePlane, strideRow, strideColumn, dilationPlane, dilationRow, dilationColumn;
    int32_t padPlane, padRow, padColumn;
};

} // namespace

uint64_t patchElements(const Patches& p)
{
    return uint64_t(p.taps[0]) * p.taps[1] * p.taps[2] * p.channels * p.out[0] * p.out[1]
        * alignUp(p.out[2], 8);
}

void dispatchPatches(LoweringContext& context, const Patches& p)
{
    const bool isWide =
        devicePolicy(context.device()).prefersEights && canReadEights(context.device(), p.x.type());
    const uint32_t wideStride = isWide ? std::min(p.strides[2], anyStride) : 0;
    const uint64_t elements = patchElements(p);
    if (elements > std::numeric_limits<uint32_t>::max()) {
        context.unsupported("a convolution needs " + std::to_string(elements)
            + " elements of scratch memory, more than a kernel can index");
    }
    PatchParameters q {};
    const uint64_t groupsAcross = ceilDivide(p.out[2], 8);
    q.count = static_cast<uint32_t>(
        wideStride == 0 ? elements : elements / 8 / groupsAcross * ceilDivide(groupsAcross, groupsPerLane));
    q.channels = p.channels;
    q.planes = p.in[0];
    q.height = p.in[1];
    q.width = p.in[2];
    q.outPlanes = p.out[0];
    q.outRows = p.out[1];
    q.outGroups = static_cast<uint32_t>(groupsAcross);
    q.tapColumns = p.taps[2];
    q.tapRows = p.taps[1];
    q.stridePlane = p.strides[0];
    q.strideRow = p.strides[1];
    q.strideColumn = p.strides[2];
    q.dilationPlane = p.dilations[0];
    q.dilationRow = p.dilations[1];
    q.dilationColumn = p.dilations[2];
    q.padPlane = p.pads[0];
    q.padRow = p.pads[1];
    q.padColumn = p.pads[2];
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel = &kernels::patches().forTypes({p.x.type()});
    step.specialization = {wideStride};
    step.bindings = {{p.x}, {p.y, Access::Write}};
    step.groupCount = linearGroups(q.count);
    step.operations = elements;
    step.parameters = parameterBytes(q);
    context.dispatch(std::move(step));
}

TensorRef withPaddedRows(LoweringContext& context, const TensorRef& matrix, uint64_t rows, uint64_t columns)
{
    Patches patches;
    patches.x = matrix;
    patches.channels = static_cast<uint32_t>(rows);
    patches.in = {1, 1, static_cast<uint32_t>(columns)};
    patches.out = patches.in;
    patches.y = context.temporary({matrix.type(), {static_cast<int64_t>(patchElements(patches))}});
    dispatchPatches(context, patches);
    return patches.y;
}

} // namespace weightless::ops::product
