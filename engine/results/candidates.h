// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/results/detection.h"

#include <vector>

namespace weightless {

// The best first; of those of one label that lie on each other by more than options.mostOverlap the best
// alone, and no more than options.mostBoxes.
[[nodiscard]] std::vector<Detection> bestOf(
    std::vector<Detection> candidates, const DetectionOptions& options);

// True for a box whose sides, as shares of the picture, lie about in it: a network's overshoot its edges.
[[nodiscard]] bool isAboutInPicture(double left, double top, double right, double bottom);

} // namespace weightless
