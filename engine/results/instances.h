// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/results/detection.h"
#include "engine/results/masks.h"

#include <cstddef>
#include <span>

namespace weightless {

// True for prototypes [B, P, H, W] of masks, of which each box of the other output (isGridBoxes()) has a
// share in its last P numbers, as YOLO's segmenting models have them: they look like scores of P classes. Of
// a model that tells apart `classCount` classes the numbers fit exactly; 0 is not known, and P 32.
[[nodiscard]] bool arePrototypes(
    const TensorDescriptor& prototypes, const TensorDescriptor& boxes, size_t classCount);

// A label for each pixel: 1 for the first of what was found, and so on, each inside its box; better ones,
// which come first, lie over others. 0 is the background. `found` is what gridDetections() says of `boxes`
// with the same element. InvalidArgument when they are no prototypes of these boxes, or nothing of them.
[[nodiscard]] LabelMap instancesOf(const HostTensor& boxes, const HostTensor& prototypes,
    std::span<const Detection> found, size_t element = 0);

} // namespace weightless
