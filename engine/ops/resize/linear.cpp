// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/resizegroups.h"
#include "engine/ops/kernels/resizeruns.h"
#include "engine/ops/product/neighbours.h"
#include "engine/ops/product/problem.h"
#include "engine/ops/resize/resizing.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::resize {

namespace {

// Of rows and columns, as in lines.glsl.
struct LineParameters {
    uint32_t planes;
    std::array<uint32_t, 2> inSize, outSize;
    std::array<float, 2> step, shift, offset;
};

void setPlaces(const Resizing& r, double scale, size_t line, LineParameters& q)
{
    const double in = q.inSize.at(line);
    const double out = q.outSize.at(line);
    double step = 1 / scale;
    double shift = 0.5;
    double offset = -0.5;
    switch (r.coordinates) {
    case CoordinateMode::AlignCorners:
        step = out > 1 ? (in - 1) / (out - 1) : 0;
        shift = offset = 0;
        break;
    case CoordinateMode::PytorchHalfPixel:
        if (out == 1) {
            step = shift = offset = 0;
        }
        break;
    case CoordinateMode::Asymmetric:
        shift = offset = 0;
        break;
    case CoordinateMode::TfHalfPixelForNn:
        offset = 0;
        break;
    case CoordinateMode::HalfPixelSymmetric:
        offset += in / 2 * (1 - out / (scale * in));
        break;
    default:
        break;
    }
    q.step.at(line) = static_cast<float>(step);
    q.shift.at(line) = static_cast<float>(shift);
    q.offset.at(line) = static_cast<float>(offset);
}

// lines.glsl, leastColumns; nothing where `count` neighbours see more than mostColumns.
std::optional<uint32_t> leastColumns(float step, uint32_t count)
{
    constexpr double mostColumns = 17;
    const auto apart = static_cast<double>(step);
    if (!(apart * (count - 1) <= mostColumns - 2)) {
        return std::nullopt;
    }
    uint32_t result = 0;
    for (uint32_t e = 1; e < count; ++e) {
        const auto behind = static_cast<uint32_t>(std::max(std::ceil(apart * e) - 1, 0.0));
        result |= behind << 4 * e;
    }
    return result;
}

struct Kernel {
    const KernelFamily& family;
    uint32_t results; // of an invocation
    uint32_t store; // its second constant
};

std::optional<Kernel> kernelFor(
    const LoweringContext& context, const TensorRef& x, const TensorRef& y, uint32_t width)
{
    const std::string forced = context.attributes().stringOr(product::kernelAttribute, "");
    if (forced == "plain" || !kernels::resizeruns().hasTypes({x.type()})) {
        return std::nullopt;
    }
    if (forced == "cards" || !devicePolicy(context.device()).prefersEights) {
        const uint32_t run = x.type() == DataType::Float32 ? 4 : 8;
        return Kernel {kernels::resizeruns(), run, width % run == 0 ? 1u : 0u};
    }
    if (!product::canReadNeighbours(context.device(), x, {})) {
        return std::nullopt;
    }
    return Kernel {kernels::resizegroups(), 8, product::storeWidthOf(context, y, width)};
}

} // namespace

std::optional<DispatchStep> linesStep(const LoweringContext& context, const TensorRef& x, const TensorRef& y,
    const Resizing& r, const Collapsed& collapsed)
{
    const bool hasRows = collapsed.resized == 0b1100;
    if (r.mode != Mode::Linear || r.coordinates == CoordinateMode::TfCropAndResize
        || (!hasRows && collapsed.resized != 0b1000)) {
        return std::nullopt;
    }
    const std::array<uint32_t, 4>& in = collapsed.inSize;
    const std::array<uint32_t, 4>& out = collapsed.outSize;
    LineParameters q {.planes = out[0] * out[1] * (hasRows ? 1 : out[2]),
        .inSize = {hasRows ? in[2] : 1, in[3]},
        .outSize = {hasRows ? out[2] : 1, out[3]},
        .step = {},
        .shift = {},
        .offset = {}};
    if (hasRows) {
        setPlaces(r, static_cast<double>(collapsed.scale[2]), 0, q);
    }
    setPlaces(r, static_cast<double>(collapsed.scale[3]), 1, q);
    const std::optional<Kernel> kernel = kernelFor(context, x, y, out[3]);
    const std::optional<uint32_t> least = kernel ? leastColumns(q.step[1], kernel->results) : std::nullopt;
    if (!least) {
        return std::nullopt;
    }
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel = &kernel->family.forTypes({x.type()});
    step.specialization = {*least, kernel->store};
    step.bindings = {{x}, {y, Access::Write}};
    step.parameters = parameterBytes(q);
    step.groupCount =
        linearGroups(uint64_t {q.planes} * q.outSize[0] * ceilDivide(q.outSize[1], kernel->results));
    return step;
}

} // namespace weightless::ops::resize
