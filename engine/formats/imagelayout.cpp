// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/imagelayout.h"

#include <algorithm>

namespace weightless {

namespace {

bool areChannels(int64_t count)
{
    return count == 1 || count == 3 || count == 4;
}

} // namespace

std::optional<ImageLayout> imageLayout(const Shape& shape)
{
    const size_t rank = shape.size();
    if (rank != 3 && rank != 4) {
        return std::nullopt;
    }
    if (areChannels(shape[rank - 3])) {
        return ImageLayout {.channels = rank - 3, .height = rank - 2, .width = rank - 1};
    }
    if (areChannels(shape[rank - 1])) {
        return ImageLayout {.channels = rank - 1, .height = rank - 3, .width = rank - 2};
    }
    return std::nullopt;
}

std::optional<ImageLayout> imageLayout(const SymbolicShape& shape)
{
    Shape sizes;
    for (const Dimension& dimension : shape) {
        sizes.push_back(dimension.isFree() ? -1 : dimension.value);
    }
    return imageLayout(sizes);
}

std::optional<ImageGeometry> imageGeometry(
    const TensorDescriptor& descriptor, const std::optional<ImageLayout>& declared)
{
    const Shape& shape = descriptor.shape;
    const bool hasPixels = descriptor.type == DataType::Float32 || descriptor.type == DataType::Float16
        || descriptor.type == DataType::UInt8;
    const bool isAsDeclared = declared && std::max(declared->channels, declared->width) < shape.size()
        && areChannels(shape[declared->channels]);
    const std::optional<ImageLayout> layout = isAsDeclared ? declared : imageLayout(shape);
    if (!hasPixels || !layout || std::ranges::any_of(shape, [](int64_t size) { return size <= 0; })
        || !byteCount(descriptor)) {
        return std::nullopt;
    }
    return ImageGeometry {.batch = shape.size() == 4 ? shape[0] : 1,
        .channels = shape[layout->channels],
        .height = shape[layout->height],
        .width = shape[layout->width],
        .isChannelsLast = layout->isChannelsLast()};
}

bool isImageShape(const TensorDescriptor& descriptor)
{
    return imageGeometry(descriptor).has_value();
}

} // namespace weightless
