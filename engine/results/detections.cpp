// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/detections.h"

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/results/batch.h"
#include "engine/results/boxscores.h"
#include "engine/results/candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace weightless {

namespace {

constexpr int64_t mostCandidates = 1'000'000;

struct BoxCounts {
    int64_t batch = 1;
    int64_t boxes = 0; // of each element; 0 where nothing was found
};

// nullopt where it is no boxes.
std::optional<BoxCounts> countsOf(const TensorDescriptor& descriptor)
{
    const Shape& shape = descriptor.shape;
    const bool areBoxes =
        isFloat(descriptor.type) && (shape.size() == 2 || shape.size() == 3) && shape.back() == 4;
    if (!areBoxes) {
        return std::nullopt;
    }
    const BoxCounts counts {shape.size() == 3 ? shape[0] : 1, shape[shape.size() - 2]};
    const bool isInRange = counts.batch >= 1 && counts.boxes >= 0 && counts.boxes <= mostCandidates;
    return isInRange ? std::optional(counts) : std::nullopt;
}

// Classes of the scores of that many boxes, 0 when they are none.
size_t classCount(const TensorDescriptor& descriptor, const BoxCounts& counts)
{
    const Shape& shape = descriptor.shape;
    if (!isFloat(descriptor.type)) {
        return 0;
    }
    const bool isOne =
        shape == Shape {counts.batch, counts.boxes} || (counts.batch == 1 && shape == Shape {counts.boxes});
    if (isOne) {
        return 1;
    }
    const bool isMany = shape.size() == 3
        ? shape[0] == counts.batch && shape[1] == counts.boxes
        : shape.size() == 2 && counts.batch == 1 && shape[0] == counts.boxes;
    return isMany && shape.back() >= 1 ? static_cast<size_t>(shape.back()) : 0;
}

bool haveShapeOfLabels(const TensorDescriptor& descriptor, const BoxCounts& counts)
{
    const Shape& shape = descriptor.shape;
    return (isInteger(descriptor.type) || isFloat(descriptor.type))
        && (shape == Shape {counts.batch, counts.boxes}
            || (counts.batch == 1 && shape == Shape {counts.boxes}));
}

bool isCalled(const std::string& name, const char* word)
{
    return lowerCase(name).find(word) != std::string::npos;
}

bool areCalledScores(const std::string& name)
{
    return isCalled(name, "score") || isCalled(name, "conf") || isCalled(name, "prob");
}

bool areCalledLabels(const std::string& name)
{
    return (isCalled(name, "label") || isCalled(name, "class")) && !areCalledScores(name);
}

// Beside scores that are one for each box; where there are several, whole numbers before floats, and of these
// those that are called so.
std::optional<size_t> findLabels(
    std::span<const NamedDescriptor> outputs, const BoxCounts& counts, size_t scores)
{
    std::optional<size_t> found;
    int best = 0;
    for (size_t i = 0; i < outputs.size(); ++i) {
        if (i == scores || !haveShapeOfLabels(outputs[i].descriptor, counts)) {
            continue;
        }
        const int fit =
            (isInteger(outputs[i].descriptor.type) ? 2 : 0) + (areCalledLabels(outputs[i].name) ? 1 : 0);
        if (fit > best) {
            best = fit;
            found = i;
        }
    }
    return found;
}

// Four classes for each picture have the shape of boxes, and what else is told of each picture, be it a score
// or a label, that of what is told of boxes.
bool mayBeOfPictures(const NamedDescriptor& boxes, int64_t pictures)
{
    const Shape& shape = boxes.descriptor.shape;
    return shape.size() == 2 && pictures > 0 && shape[0] == pictures && !areCalledBoxes(boxes.name);
}

// TensorFlow's detectors name what they yield, and write the top of a box before its left.
bool areOfTensorFlow(std::span<const NamedDescriptor> outputs, size_t boxes)
{
    return isCalled(outputs[boxes].name, "detection_boxes")
        && std::ranges::any_of(outputs, [](const NamedDescriptor& output) {
               return isCalled(output.name, "detection_classes") || isCalled(output.name, "detection_scores")
                   || isCalled(output.name, "num_detections");
           });
}

using Sides = std::array<double, 4>;

bool isFinite(const Sides& box)
{
    return std::ranges::all_of(box, [](double side) { return std::isfinite(side); });
}

// Of `count` boxes from `first` on.
std::vector<Sides> sidesOf(
    const HostTensor& boxes, size_t first, size_t count, const DetectionOptions& options)
{
    std::vector<Sides> sides(count);
    size_t finite = 0, turned = 0;
    double largest = 0;
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < 4; ++k) {
            sides[i][k] = elementAsDouble(boxes, (first + i) * 4 + (options.isTopFirst ? k ^ 1u : k));
            largest = std::isfinite(sides[i][k]) ? std::max(largest, sides[i][k]) : largest;
        }
        if (isFinite(sides[i])) {
            ++finite;
            turned += sides[i][2] < sides[i][0] || sides[i][3] < sides[i][1] ? 1 : 0;
        }
    }
    // A network's corners may be exchanged here and there; sizes are smaller than places nearly everywhere.
    const bool isCentre = turned * 4 > finite;
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

bool areWhole(const HostTensor& labels)
{
    constexpr size_t mostLookedAt = 1'000;
    const auto count = static_cast<size_t>(elementCount(labels.descriptor.shape).value_or(0));
    for (size_t i = 0; i < std::min(count, mostLookedAt); ++i) {
        const double label = elementAsDouble(labels, i);
        if (label != std::floor(label)) {
            return false;
        }
    }
    return true;
}

bool areCalledBoxes(const std::string& name)
{
    return isCalled(name, "box");
}

std::optional<DetectionOutputs> findDetectionOutputs(
    std::span<const NamedDescriptor> outputs, int64_t pictures)
{
    std::optional<DetectionOutputs> found;
    int best = -1;
    for (size_t boxes = 0; boxes < outputs.size(); ++boxes) {
        const auto counts =
            mayBeOfPictures(outputs[boxes], pictures) ? std::nullopt : countsOf(outputs[boxes].descriptor);
        for (size_t scores = 0; counts && scores < outputs.size(); ++scores) {
            const size_t classes = scores == boxes ? 0 : classCount(outputs[scores].descriptor, *counts);
            if (classes == 0) {
                continue;
            }
            const auto labels = classes == 1 ? findLabels(outputs, *counts, scores) : std::nullopt;
            // Four classes look like boxes, and boxes of one kind like four classes. Keypoints of boxes have
            // scores, too, in the shape of those of classes.
            const int fit = (labels ? 4 : 0) + (areCalledBoxes(outputs[boxes].name) ? 2 : 0)
                + (areCalledScores(outputs[scores].name) ? 1 : 0);
            if (fit > best) {
                best = fit;
                found = DetectionOutputs {boxes, scores, labels, areOfTensorFlow(outputs, boxes)};
            }
        }
    }
    return found;
}

namespace {

// How many classes the scores are of. InvalidArgument where the outputs do not belong together.
size_t checkedClasses(const std::optional<BoxCounts>& counts, const HostTensor& boxes,
    const HostTensor& scores, const HostTensor* labels)
{
    const size_t classes = counts ? classCount(scores.descriptor, *counts) : 0;
    if (classes == 0) {
        throw Error(ErrorKind::InvalidArgument,
            toString(boxes.descriptor) + " and " + toString(scores.descriptor)
                + " are no boxes with their scores: expected [B, N, 4] and [B, N, C]");
    }
    if (labels && (classes != 1 || !haveShapeOfLabels(labels->descriptor, *counts))) {
        throw Error(ErrorKind::InvalidArgument,
            toString(labels->descriptor) + " are no labels of the boxes " + toString(boxes.descriptor)
                + " with the scores " + toString(scores.descriptor)
                + ": expected whole numbers [B, N], and one score for each box");
    }
    return classes;
}

// What the scores or, where there are labels, these say. nullopt: that the box is of no class.
std::optional<size_t> labelOf(const HostTensor* labels, size_t box, size_t classOfScore)
{
    if (!labels) {
        return classOfScore;
    }
    constexpr double mostLabel = 1e6;
    const double label = elementAsDouble(*labels, box);
    return label >= 0 && label <= mostLabel ? std::optional(static_cast<size_t>(label)) : std::nullopt;
}

} // namespace

std::vector<Detection> detections(const HostTensor& boxes, const HostTensor& scores,
    const DetectionOptions& options, const HostTensor* labels)
{
    const auto counts = countsOf(boxes.descriptor);
    const size_t classes = checkedClasses(counts, boxes, scores, labels);
    checkElement(boxes.descriptor, counts->batch, options.element);
    const auto count = static_cast<size_t>(counts->boxes);
    const size_t first = options.element * count;
    const std::vector<Sides> sides = sidesOf(boxes, first, count, options);
    BoxScores boxScores(scores, first, count, classes);
    std::vector<Detection> candidates;
    for (size_t i = 0; i < count; ++i) {
        const Sides& box = sides[i];
        if (!isFinite(box)) {
            continue;
        }
        const std::span<const double> shares = boxScores.ofBox(i);
        for (size_t k = boxScores.firstClass(); k < boxScores.endClass(); ++k) {
            const auto label = labelOf(labels, first + i, k);
            if (label && shares[k] >= options.leastScore && std::isfinite(shares[k])) {
                candidates.push_back({box[0], box[1], box[2], box[3], *label, std::min(shares[k], 1.0), i});
            }
        }
    }
    return bestOf(std::move(candidates), options);
}

bool areBoxesOfPicture(const HostTensor& boxes, const DetectionOptions& options)
{
    constexpr int64_t mostLookedAt = 1'000;
    const auto counts = countsOf(boxes.descriptor);
    if (!counts) {
        throw Error(
            ErrorKind::InvalidArgument, toString(boxes.descriptor) + " are no boxes: expected [B, N, 4]");
    }
    checkElement(boxes.descriptor, counts->batch, options.element);
    const auto looked = static_cast<size_t>(std::min(counts->boxes, mostLookedAt));
    const size_t first = options.element * static_cast<size_t>(counts->boxes);
    const std::vector<Sides> sides = sidesOf(boxes, first, looked, options);
    size_t finite = 0, exchanged = 0, inPicture = 0;
    bool isThere = false; // one that is not empty
    for (const Sides& box : sides) {
        if (!isFinite(box)) {
            continue;
        }
        const bool isInPicture = isAboutInPicture(box[0], box[1], box[2], box[3]);
        ++finite;
        exchanged += box[2] < box[0] || box[3] < box[1] ? 1 : 0;
        inPicture += isInPicture ? 1 : 0;
        isThere = isThere || (isInPicture && box[2] > box[0] && box[3] > box[1]);
    }
    return isThere && exchanged * 4 <= finite && inPicture * 10 >= (finite - exchanged) * 9;
}

} // namespace weightless
