// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/results/detection.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace weightless {

// Which outputs are boxes, their scores and, of scores that are one for each box, their labels.
struct DetectionOutputs {
    size_t boxes = 0;
    size_t scores = 0;
    std::optional<size_t> labels {};
    bool isTopFirst = false; // as in DetectionOptions
};

// Boxes are [B, N, 4] or, of one picture, [N, 4], scores [B, N, C] or [B, N], of one picture also [N, C] or
// [N], labels whole numbers [B, N] or [N], of the same B and N; TensorFlow's are floats, which a name must
// say then ("label", "class"), where there are no whole numbers. Scores with labels beside them are taken
// before others; then names decide where shapes leave a choice ("boxes", "scores", "labels"). N is 0 where
// nothing was found. [N, 4] has the shape of four classes for each of N pictures, too: where that many were
// given (`pictures`, 0: not known) a name must say that it is boxes. Names of TensorFlow's detectors tell how
// their boxes are written. nullopt: the outputs are something else.
struct NamedDescriptor {
    std::string name;
    TensorDescriptor descriptor;
};
[[nodiscard]] std::optional<DetectionOutputs> findDetectionOutputs(
    std::span<const NamedDescriptor> outputs, int64_t pictures = 0);

// Whether labels are whole numbers, as those are that are floats. A thousand are looked at.
[[nodiscard]] bool areWhole(const HostTensor& labels);

// By the name of an output.
[[nodiscard]] bool areCalledBoxes(const std::string& name);

// What was found in one element of the batch, the best first, of boxes that lie on each other the best alone.
// Boxes are corners (left, top, right, bottom; with isTopFirst top, left, bottom, right) or, where those make
// no boxes, centre and size; beyond 2 they are pixels. Scores are shares 0 … 1 or logits (BoxScores), and
// shares in what is found. What is not finite is left out, and a box whose label is below 0. InvalidArgument
// for other shapes, and beyond the batch.
[[nodiscard]] std::vector<Detection> detections(const HostTensor& boxes, const HostTensor& scores,
    const DetectionOptions& options = {}, const HostTensor* labels = nullptr);

// What the shapes alone do not tell: that nearly all boxes lie in the picture. What is not finite does not
// count, and few have their sides exchanged. A thousand of the element are looked at. Errors as detections().
[[nodiscard]] bool areBoxesOfPicture(const HostTensor& boxes, const DetectionOptions& options);

} // namespace weightless
