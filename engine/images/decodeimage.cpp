// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decodeimage.h"

#include "engine/base/error.h"
#include "engine/images/decoders.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace weightless {

namespace {

using images::File;

// What a format's files begin with; '?' stands for any byte.
struct Format {
    const char* name;
    std::string_view signature;
    // Null: this build has no decoder.
    std::optional<DecodedPicture> (*decode)(images::Decoding&);
};

#ifdef WEIGHTLESS_HAS_TIFF
constexpr auto tiff = images::decodeTiff;
#else
constexpr std::nullptr_t tiff = nullptr;
#endif
#ifdef WEIGHTLESS_HAS_WEBP
constexpr auto webp = images::decodeWebp;
#else
constexpr std::nullptr_t webp = nullptr;
#endif
#ifdef WEIGHTLESS_HAS_JPEG2000
constexpr auto jpeg2000 = images::decodeJpeg2000;
#else
constexpr std::nullptr_t jpeg2000 = nullptr;
#endif

using images::decodeBmp, images::decodeJpeg, images::decodePng, images::decodePnm;
using namespace std::string_view_literals;

const std::array<Format, 14>& formats()
{
    static constexpr std::array<Format, 14> all {{{"PNG", "\x89PNG\r\n\x1a\n"sv, decodePng},
        {"JPEG", "\xff\xd8\xff"sv, decodeJpeg}, {"TIFF", "II*\0"sv, tiff}, {"TIFF", "MM\0*"sv, tiff},
        {"WebP", "RIFF????WEBP"sv, webp}, {"JPEG 2000", "\0\0\0\x0cjP  \r\n\x87\n"sv, jpeg2000},
        {"JPEG 2000", "\xff\x4f\xff\x51"sv, jpeg2000}, {"BMP", "BM"sv, decodeBmp}, {"PBM", "P1"sv, decodePnm},
        {"PGM", "P2"sv, decodePnm}, {"PPM", "P3"sv, decodePnm}, {"PBM", "P4"sv, decodePnm},
        {"PGM", "P5"sv, decodePnm}, {"PPM", "P6"sv, decodePnm}}};
    return all;
}

bool beginsWith(File file, std::string_view signature)
{
    return file.size() >= signature.size()
        && std::equal(signature.begin(), signature.end(), file.begin(), [](char expected, std::byte actual) {
               return expected == '?' || static_cast<std::byte>(expected) == actual;
           });
}

auto formatOf(File file)
{
    return std::ranges::find_if(
        formats(), [file](const Format& candidate) { return beginsWith(file, candidate.signature); });
}

} // namespace

namespace images {

bool Decoding::isPossible(int64_t width, int64_t height)
{
    claimedWidth = width;
    claimedHeight = height;
    return width > 0 && height > 0 && !isTooLarge();
}

std::optional<DecodedPicture> Decoding::blank(int64_t width, int64_t height)
{
    if (!isPossible(width, height)) {
        return std::nullopt;
    }
    return DecodedPicture {width, height, std::vector<uint8_t>(static_cast<size_t>(width * height) * 4)};
}

bool Decoding::isTooLarge() const
{
    return claimedHeight > 0 && claimedWidth > std::min(maxPixels, maxImagePixels) / claimedHeight;
}

bool beginsAsPicture(File file)
{
    return formatOf(file) != formats().end();
}

std::optional<DecodedPicture> decode(Decoding& decoding)
{
    const auto format = formatOf(decoding.file);
    if (format == formats().end()) {
        return std::nullopt;
    }
    if (format->decode == nullptr) {
        throw Error(ErrorKind::Unsupported,
            "The picture is a " + std::string(format->name) + " file, of which this build has no decoder");
    }
    return format->decode(decoding);
}

} // namespace images

std::optional<DecodedPicture> decodeImage(std::span<const std::byte> file, const std::stop_token& stop)
{
    images::Decoding decoding {.file = file, .stop = stop};
    return images::decode(decoding);
}

} // namespace weightless
