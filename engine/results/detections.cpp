// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/detections.h"

#include "engine/base/error.h"
#include "engine/results/boxscores.h"
#include "engine/results/candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace weightless {

namespace {

constexpr int64_t mostCandidates = 1'000'000;

// N of boxes, 0 when they are none.
size_t boxCount(const TensorDescriptor& descriptor)
{
    const Shape& shape = descriptor.shape;
    const size_t first = shape.size() == 3 && shape[0] == 1 ? 1 : 0;
    const bool isBoxes = isFloat(descriptor.type) && shape.size() == first + 2 && shape[first + 1] == 4
        && shape[first] >= 1 && shape[first] <= mostCandidates;
    return isBoxes ? static_cast<size_t>(shape[first]) : 0;
}

// Classes of the scores of `count` boxes, 0 when they are none.
size_t classCount(const TensorDescriptor& descriptor, size_t count)
{
    const Shape& shape = descriptor.shape;
    const auto boxes = static_cast<int64_t>(count);
    if (!isFloat(descriptor.type)) {
        return 0;
    }
    const bool isOne = (shape.size() == 1 && shape[0] == boxes)
        || (shape.size() == 2 && shape[0] == 1 && shape[1] == boxes && boxes > 1);
    if (isOne) {
        return 1;
    }
    const size_t first = shape.size() == 3 && shape[0] == 1 ? 1 : 0;
    const bool isMany = shape.size() == first + 2 && shape[first] == boxes && shape[first + 1] >= 1;
    return isMany ? static_cast<size_t>(shape[first + 1]) : 0;
}

bool isCalled(const std::string& name, const char* word)
{
    return name.find(word) != std::string::npos;
}

using Sides = std::array<double, 4>;

std::vector<Sides> sidesOf(const HostTensor& boxes, size_t count, const DetectionOptions& options)
{
    std::vector<Sides> sides(count);
    size_t turned = 0;
    double largest = 0;
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < 4; ++k) {
            sides[i][k] = elementAsDouble(boxes, i * 4 + k);
            largest = std::isfinite(sides[i][k]) ? std::max(largest, sides[i][k]) : largest;
        }
        turned += sides[i][2] < sides[i][0] || sides[i][3] < sides[i][1] ? 1 : 0;
    }
    // A network's corners may be exchanged here and there; sizes are smaller than places nearly everywhere.
    const bool isCentre = turned * 4 > count;
    const bool isPixels = largest > 2 && options.width > 0 && options.height > 0;
    for (Sides& box : sides) {
        if (isCentre) {
            box = {box[0] - box[2] / 2, box[1] - box[3] / 2, box[0] + box[2] / 2, box[1] + box[3] / 2};
        }
        for (size_t k = 0; isPixels && k < 4; ++k) {
            box[k] /= static_cast<double>(k % 2 == 0 ? options.width : options.height);
        }
    }
    return sides;
}

} // namespace

std::optional<DetectionOutputs> findDetectionOutputs(std::span<const NamedDescriptor> outputs)
{
    std::optional<DetectionOutputs> found;
    int best = -1;
    for (size_t boxes = 0; boxes < outputs.size(); ++boxes) {
        const size_t count = boxCount(outputs[boxes].descriptor);
        for (size_t scores = 0; count > 0 && scores < outputs.size(); ++scores) {
            if (scores == boxes || classCount(outputs[scores].descriptor, count) == 0) {
                continue;
            }
            // Four classes look like boxes, and boxes of one kind like four classes.
            const int fit = (isCalled(outputs[boxes].name, "box") ? 2 : 0)
                + (isCalled(outputs[scores].name, "score") || isCalled(outputs[scores].name, "conf") ? 1 : 0);
            if (fit > best) {
                best = fit;
                found = DetectionOutputs {boxes, scores};
            }
        }
    }
    return found;
}

std::vector<Detection> detections(
    const HostTensor& boxes, const HostTensor& scores, const DetectionOptions& options)
{
    const size_t count = boxCount(boxes.descriptor);
    const size_t classes = classCount(scores.descriptor, count);
    if (count == 0 || classes == 0) {
        throw Error(ErrorKind::InvalidArgument,
            toString(boxes.descriptor) + " and " + toString(scores.descriptor)
                + " are no boxes with their scores: expected [1, N, 4] and [1, N, C]");
    }
    const std::vector<Sides> sides = sidesOf(boxes, count, options);
    BoxScores boxScores(scores, count, classes);
    std::vector<Detection> candidates;
    for (size_t i = 0; i < count; ++i) {
        const Sides& box = sides[i];
        if (!std::ranges::all_of(box, [](double side) { return std::isfinite(side); })) {
            continue;
        }
        const std::span<const double> shares = boxScores.ofBox(i);
        for (size_t k = boxScores.firstClass(); k < boxScores.endClass(); ++k) {
            if (shares[k] >= options.leastScore && std::isfinite(shares[k])) {
                candidates.push_back({box[0], box[1], box[2], box[3], k, std::min(shares[k], 1.0)});
            }
        }
    }
    return bestOf(std::move(candidates), options);
}

} // namespace weightless
