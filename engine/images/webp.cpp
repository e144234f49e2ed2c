// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/images/decoders.h"
#include "engine/images/orientation.h"

#include <webp/decode.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace weightless::images {

namespace {

// Little-endian; 0 behind the end.
uint32_t numberAt(File file, size_t offset)
{
    uint32_t value = 0;
    for (size_t i = 0; i < 4 && offset + i < file.size(); ++i) {
        value |= std::to_integer<uint32_t>(file[offset + i]) << (8 * i);
    }
    return value;
}

bool beginsWith(File bytes, std::string_view text)
{
    return bytes.size() >= text.size()
        && std::ranges::equal(bytes.first(text.size()), std::as_bytes(std::span(text)));
}

// The file is RIFF: chunks of a name, a size and, padded to an even number, as many bytes.
int orientationOf(File file)
{
    constexpr size_t headerBytes = 8;
    constexpr size_t firstChunk = 12;
    using namespace std::string_view_literals;
    constexpr std::string_view jpegPrefix = "Exif\0\0"sv; // which some programs leave there
    for (size_t place = firstChunk; place + headerBytes <= file.size();) {
        const size_t bytes = numberAt(file, place + 4);
        const File rest = file.subspan(place + headerBytes);
        if (beginsWith(file.subspan(place), "EXIF")) {
            const File exif = rest.first(std::min(bytes, rest.size()));
            return exifOrientation(exif.subspan(beginsWith(exif, jpegPrefix) ? jpegPrefix.size() : 0));
        }
        place += headerBytes + bytes + bytes % 2;
    }
    return 1;
}

} // namespace

std::optional<DecodedPicture> decodeWebp(Decoding& decoding)
{
    const File file = decoding.file;
    const auto* bytes = reinterpret_cast<const uint8_t*>(file.data());
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, file.size(), &features) != VP8_STATUS_OK) {
        return std::nullopt;
    }
    if (features.has_animation != 0) {
        throw Error(ErrorKind::Unsupported,
            "The picture is a WebP file that moves, of which this program decodes none; save one of its "
            "pictures by itself");
    }
    auto image = decoding.blank(features.width, features.height);
    if (!image
        || WebPDecodeRGBAInto(bytes, file.size(), image->rgba.data(), image->rgba.size(), features.width * 4)
            == nullptr) {
        return std::nullopt;
    }
    return upright(std::move(*image), decoding.isTurned ? orientationOf(file) : 1);
}

} // namespace weightless::images
