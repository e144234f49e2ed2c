// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/results/detection.h"

#include <vector>

namespace weightless {

// Boxes and scores in one output, as the YOLO family has it: N boxes of 4 sides and C scores each, of B
// pictures.
//   [B, 4 + C, N]     YOLOv8 and later: centre, size, a score for each class
//   [B, N, 5 + C]     YOLOv5 to v7: centre, size, a score for the box, which those of its classes are
//                     multiplied with
//   [B, N, 6 + …]     N up to 1,000: corners (or centre and size), score, class, of boxes that were chosen
//                     already; told from the former by whole numbers for classes, and by how many numbers
//                     the classes that are known would make there
// Behind the scores of the classes may stand keypoints, an angle or what a mask is made of, which only
// DetectionOptions tell from scores.
// N is at least 100 and five times the numbers of a box; outputs that merely look so are for the caller to
// tell apart (a picture was given, the user asked).
[[nodiscard]] bool isGridBoxes(const TensorDescriptor& descriptor);

// As detections() of two outputs, without the boxes that have a score beyond 0 … 1. InvalidArgument when
// isGridBoxes() is false, and beyond the batch.
[[nodiscard]] std::vector<Detection> gridDetections(
    const HostTensor& output, const DetectionOptions& options = {});

// What the shape alone does not tell: that the numbers are scores within 0 … 1 and boxes in pixels that lie
// in the picture (options.width and height). A thousand boxes of the element are looked at. False where they
// are shares of the picture, as features may be, too. Errors as gridDetections().
[[nodiscard]] bool areGridBoxesOfPicture(const HostTensor& output, const DetectionOptions& options);

} // namespace weightless
