// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/image.h"

namespace weightless {

std::optional<DecodedPicture> blankImage(int64_t width, int64_t height)
{
    if (width < 1 || height < 1 || width > maxImagePixels / height) {
        return std::nullopt;
    }
    DecodedPicture image {width, height, {}};
    image.pixels.resize(static_cast<size_t>(width * height) * 3);
    return image;
}

} // namespace weightless
