// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/transformer/transformer.h"

// Keys and values that are kept from run to run.
namespace weightless::ops::transformer {

// What joins a cache: heads of one more step or several, rotated on their way where there is a rotation, by
// their place in the cache (Positions::Lengths).
struct NewHeads {
    TensorRef tensor;
    HeadStrides strides;
    std::optional<Rotation> rotation = {};
};

// y [batch, heads, places, size] has the places of `past`, if there is one, and `heads` at the end of each
// sequence, whose `lengths`, less one, count them; zeros elsewhere. Each of the three is read once and
// written once.
void dispatchAppend(LoweringContext& context, const HeadSizes& sizes, const NewHeads& heads,
    const std::optional<TensorRef>& past, const TensorRef& lengths, const TensorRef& y);

} // namespace weightless::ops::transformer
