// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/kernels/resizerepeats.h"
#include "engine/ops/product/neighbours.h"
#include "engine/ops/product/problem.h"
#include "engine/ops/resize/resizing.h"

namespace weightless::ops::resize {

namespace {

struct RepeatParameters {
    uint32_t rows, width;
};

} // namespace

uint32_t repetitions(const Resizing& r, float scale)
{
    constexpr float most = 64; // few loop rounds
    const auto whole = static_cast<uint32_t>(scale >= 1 && scale <= most ? scale : 0);
    const bool halves = (r.coordinates == CoordinateMode::Asymmetric && r.rounding == RoundingMode::Floor)
        || ((r.coordinates == CoordinateMode::HalfPixel || r.coordinates == CoordinateMode::PytorchHalfPixel)
            && (r.rounding == RoundingMode::PreferFloor || r.rounding == RoundingMode::PreferCeil));
    return r.mode == Mode::Nearest && halves && static_cast<float>(whole) == scale ? whole : 0;
}

std::optional<DispatchStep> repeatsStep(const LoweringContext& context, const TensorRef& x,
    const TensorRef& y, const Resizing& r, const Collapsed& c)
{
    const uint32_t across = repetitions(r, c.scale[3]);
    const uint32_t down = repetitions(r, c.scale[2]);
    if (c.resized == 0 || (c.resized & 0b0011) != 0 || down == 0 || across == 0
        || (across % 8 != 0 && 8 % across != 0) || !kernels::resizerepeats().hasTypes({x.type()})
        || context.attributes().stringOr(product::kernelAttribute, "") == "plain"
        || !devicePolicy(context.device()).prefersEights
        || !product::canReadNeighbours(context.device(), x, {})) {
        return std::nullopt;
    }
    const uint32_t rows = c.inSize[0] * c.inSize[1] * c.inSize[2];
    DispatchStep step {.loopRounds = fewLoopRounds};
    step.kernel = &kernels::resizerepeats().forTypes({x.type()});
    step.specialization = {across, down, product::storeWidthOf(context, y, c.outSize[3])};
    step.bindings = {{x}, {y, Access::Write}};
    step.parameters = parameterBytes(RepeatParameters {rows, c.inSize[3]});
    step.groupCount = linearGroups(uint64_t {rows} * ceilDivide(c.outSize[3], 8));
    return step;
}

} // namespace weightless::ops::resize
