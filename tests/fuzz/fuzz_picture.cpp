// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes are a picture of a size that fits, no picture, or an Error.
#include "engine/base/error.h"
#include "engine/images/decoders.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace weightless;
    try {
        images::Decoding decoding {.file = std::as_bytes(std::span(data, size)), .isTurned = true};
        const auto picture = images::decode(decoding);
        if (picture
            && (picture->width < 1 || picture->height < 1 || picture->width > maxImagePixels / picture->height
                || picture->rgba.size() != static_cast<size_t>(picture->width * picture->height) * 4)) {
            std::abort();
        }
    } catch (const Error&) {
    }
    return 0;
}
