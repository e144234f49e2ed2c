// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace weightless {

// One thing that was found in a picture. The sides are shares of the picture's width and height, 0 … 1.
struct Detection {
    double left = 0, top = 0, right = 0, bottom = 0;
    size_t label = 0;
    double score = 0;
};

struct DetectionOptions {
    double leastScore = 0.5;
    double mostOverlap = 0.5; // of a box with a better one of the same label: intersection over union
    size_t mostBoxes = 200;
    // Of the picture as the model sees it, for boxes in pixels; 0: boxes are shares.
    int64_t width = 0;
    int64_t height = 0;
};

// Which outputs are boxes and their scores.
struct DetectionOutputs {
    size_t boxes = 0;
    size_t scores = 0;
};

// Boxes are [1, N, 4] or [N, 4], scores [1, N, C], [N, C] or [1, N] of the same N. Names decide where shapes
// leave a choice ("boxes", "scores"). nullopt: the outputs are something else.
struct NamedDescriptor {
    std::string name;
    TensorDescriptor descriptor;
};
[[nodiscard]] std::optional<DetectionOutputs> findDetectionOutputs(std::span<const NamedDescriptor> outputs);

// What was found, the best first, of boxes that lie on each other the best alone. Boxes are corners (left,
// top, right, bottom) or, where those make no boxes, centre and size; beyond 2 they are pixels. Where the
// scores of each box add up to 1 the first class is the background. What is not finite is left out.
// InvalidArgument for other shapes.
[[nodiscard]] std::vector<Detection> detections(
    const HostTensor& boxes, const HostTensor& scores, const DetectionOptions& options = {});

} // namespace weightless
