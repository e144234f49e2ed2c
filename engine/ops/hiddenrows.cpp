// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/hiddenrows.h"

#include "engine/ops/composed.h"
#include "engine/ops/composer.h"

#include <limits>
#include <numeric>
#include <utility>

namespace weightless::ops {

void dispatchZeroHiddenRows(LoweringContext& context, const TensorRef& values, const TensorRef& mask,
    bool areHeadsInside, const TensorRef& target)
{
    Composer compose(context);
    const size_t rank = values.shape().size();
    Shape whole(rank - mask.shape().size(), 1);
    whole.insert(whole.end(), mask.shape().begin(), mask.shape().end());
    const TensorRef top =
        compose.add("ReduceMax", {compose.reshaped(mask, whole)}, attributesWith("axes", Shape {-1}));
    const double hidden = -std::numeric_limits<double>::infinity();
    TensorRef hides = compose.add("Equal", {top, scalarOf(context, mask.type(), hidden)});
    if (areHeadsInside) {
        std::vector<int64_t> permutation(rank);
        std::iota(permutation.begin(), permutation.end(), 0);
        std::swap(permutation[rank - 3], permutation[rank - 2]);
        hides = compose.transposed(hides, permutation);
    }
    compose.addTo(target, "Where", {hides, scalarOf(context, values.type(), 0), values});
}

} // namespace weightless::ops
