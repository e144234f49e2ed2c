// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decoders.h"

#include <webp/decode.h>

namespace weightless::images {

std::optional<DecodedPicture> decodeWebp(File file)
{
    const auto* bytes = reinterpret_cast<const uint8_t*>(file.data());
    int width = 0;
    int height = 0;
    if (WebPGetInfo(bytes, file.size(), &width, &height) == 0) {
        return std::nullopt;
    }
    auto image = blankImage(width, height);
    if (!image
        || WebPDecodeRGBInto(bytes, file.size(), image->pixels.data(), image->pixels.size(), width * 3)
            == nullptr) {
        return std::nullopt;
    }
    return image;
}

} // namespace weightless::images
