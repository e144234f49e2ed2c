// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/results/masks.h"

#include "engine/base/error.h"
#include "engine/results/batch.h"

#include <algorithm>
#include <limits>

namespace weightless {

namespace {

constexpr int64_t leastSide = 8, mostSide = 8'192;
constexpr int64_t leastClasses = 5, mostClasses = 1'000;

bool isSide(int64_t size)
{
    return size >= leastSide && size <= mostSide;
}

bool isLabels(const TensorDescriptor& descriptor)
{
    const Shape& shape = descriptor.shape;
    const bool isPlane = shape.size() == 3 || (shape.size() == 4 && shape[1] == 1);
    return isInteger(descriptor.type) && isPlane && shape[0] >= 1;
}

bool isScores(const TensorDescriptor& descriptor)
{
    const Shape& shape = descriptor.shape;
    return isFloat(descriptor.type) && shape.size() == 4 && shape[0] >= 1 && shape[1] >= leastClasses
        && shape[1] <= mostClasses;
}

uint16_t labelAt(const HostTensor& output, size_t pixel)
{
    const int64_t label = elementAsInt64(output, pixel);
    const bool isInRange = label >= 0 && label <= std::numeric_limits<uint16_t>::max();
    return isInRange ? static_cast<uint16_t>(label) : uint16_t {0};
}

// `first` is where the scores of the pixel's picture begin.
uint16_t bestAt(const HostTensor& output, size_t first, size_t pixel, size_t pixels, size_t classes)
{
    uint16_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < classes; ++k) {
        if (const double score = elementAsDouble(output, first + k * pixels + pixel); score > most) {
            most = score;
            best = static_cast<uint16_t>(k);
        }
    }
    return best;
}

void checkMask(const HostTensor& output)
{
    if (!isMask(output.descriptor)) {
        throw Error(ErrorKind::InvalidArgument,
            toString(output.descriptor)
                + " segments no picture: expected scores [B, C, H, W] or labels [B, H, W]");
    }
}

} // namespace

bool isMask(const TensorDescriptor& descriptor)
{
    const Shape& shape = descriptor.shape;
    return (isLabels(descriptor) || isScores(descriptor)) && isSide(shape[shape.size() - 1])
        && isSide(shape[shape.size() - 2]);
}

LabelMap labelMapOf(const HostTensor& output, size_t element)
{
    checkMask(output);
    checkElement(output.descriptor, output.descriptor.shape[0], element);
    const Shape& shape = output.descriptor.shape;
    LabelMap map;
    map.width = static_cast<size_t>(shape[shape.size() - 1]);
    map.height = static_cast<size_t>(shape[shape.size() - 2]);
    map.labels.resize(map.width * map.height);
    const bool isOfScores = isScores(output.descriptor);
    const size_t pixels = map.labels.size();
    const size_t classes = isOfScores ? static_cast<size_t>(shape[1]) : 1;
    const size_t first = element * classes * pixels;
    for (size_t pixel = 0; pixel < pixels; ++pixel) {
        map.labels[pixel] =
            isOfScores ? bestAt(output, first, pixel, pixels, classes) : labelAt(output, first + pixel);
    }
    return map;
}

uint16_t largestLabelOf(const HostTensor& labels)
{
    checkMask(labels);
    const auto count = static_cast<size_t>(elementCount(labels.descriptor.shape).value_or(0));
    uint16_t largest = 0;
    for (size_t pixel = 0; pixel < count; ++pixel) {
        largest = std::max(largest, labelAt(labels, pixel));
    }
    return largest;
}

} // namespace weightless
