// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/model/shape.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace weightless {

// The axes of a picture in a shape: [N, C, H, W] and [C, H, W], or, where no channels are first, [N, H, W, C]
// and [H, W, C], with C 1, 3 or 4. nullopt: it is no picture's. The only place that judges so. A shape with a
// side of 1, 3 or 4 can be read both ways: what a model declares goes before the sizes that its free
// dimensions are given.
struct ImageLayout {
    size_t channels = 0;
    size_t height = 0;
    size_t width = 0;

    [[nodiscard]] bool isChannelsLast() const { return channels > width; }
};
[[nodiscard]] std::optional<ImageLayout> imageLayout(const Shape& shape);
[[nodiscard]] std::optional<ImageLayout> imageLayout(const SymbolicShape& shape); // free ones are no channels

// The sizes of the pictures in a tensor of float32, float16 or uint8 whose shape has such a layout and is not
// empty; `declared` is where the axes are, where that is known and such a shape has them there. nullopt: it
// holds none.
struct ImageGeometry {
    int64_t batch = 1;
    int64_t channels = 0;
    int64_t height = 0;
    int64_t width = 0;
    bool isChannelsLast = false;

    // Where a channel of a pixel is, counted from the picture's first element.
    [[nodiscard]] size_t element(size_t channel, size_t pixel) const
    {
        return isChannelsLast ? pixel * static_cast<size_t>(channels) + channel
                              : channel * static_cast<size_t>(height * width) + pixel;
    }
};
[[nodiscard]] std::optional<ImageGeometry> imageGeometry(
    const TensorDescriptor& descriptor, const std::optional<ImageLayout>& declared = {});
[[nodiscard]] bool isImageShape(const TensorDescriptor& descriptor); // imageGeometry() is known

} // namespace weightless
