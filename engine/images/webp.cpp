// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decoders.h"

#include <webp/decode.h>

namespace weightless::images {

std::optional<DecodedPicture> decodeWebp(Decoding& decoding)
{
    const File file = decoding.file;
    const auto* bytes = reinterpret_cast<const uint8_t*>(file.data());
    int width = 0;
    int height = 0;
    if (WebPGetInfo(bytes, file.size(), &width, &height) == 0) {
        return std::nullopt;
    }
    auto image = decoding.blank(width, height);
    if (!image
        || WebPDecodeRGBAInto(bytes, file.size(), image->rgba.data(), image->rgba.size(), width * 4)
            == nullptr) {
        return std::nullopt;
    }
    return image;
}

} // namespace weightless::images
