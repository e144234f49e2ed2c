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
    std::optional<DecodedPicture> (*decode)(File, const std::stop_token&);
};

// A picture of maxImagePixels is all that it can take.
template <std::optional<DecodedPicture> (*decode)(File)>
std::optional<DecodedPicture> inOnePass(File file, const std::stop_token&)
{
    return decode(file);
}

#ifdef WEIGHTLESS_HAS_PNG
constexpr auto png = inOnePass<images::decodePng>;
#else
constexpr std::nullptr_t png = nullptr;
#endif
#ifdef WEIGHTLESS_HAS_JPEG
constexpr auto jpeg = images::decodeJpeg;
#else
constexpr std::nullptr_t jpeg = nullptr;
#endif
#ifdef WEIGHTLESS_HAS_TIFF
constexpr auto tiff = inOnePass<images::decodeTiff>;
#else
constexpr std::nullptr_t tiff = nullptr;
#endif
#ifdef WEIGHTLESS_HAS_WEBP
constexpr auto webp = inOnePass<images::decodeWebp>;
#else
constexpr std::nullptr_t webp = nullptr;
#endif
#ifdef WEIGHTLESS_HAS_JPEG2000
constexpr auto jpeg2000 = inOnePass<images::decodeJpeg2000>;
#else
constexpr std::nullptr_t jpeg2000 = nullptr;
#endif

constexpr auto bmp = inOnePass<images::decodeBmp>;
constexpr auto pnm = inOnePass<images::decodePnm>;

using namespace std::string_view_literals;

const std::array<Format, 14>& formats()
{
    static constexpr std::array<Format, 14> all {{{"PNG", "\x89PNG\r\n\x1a\n"sv, png},
        {"JPEG", "\xff\xd8\xff"sv, jpeg}, {"TIFF", "II*\0"sv, tiff}, {"TIFF", "MM\0*"sv, tiff},
        {"WebP", "RIFF????WEBP"sv, webp}, {"JPEG 2000", "\0\0\0\x0cjP  \r\n\x87\n"sv, jpeg2000},
        {"JPEG 2000", "\xff\x4f\xff\x51"sv, jpeg2000}, {"BMP", "BM"sv, bmp}, {"PBM", "P1"sv, pnm},
        {"PGM", "P2"sv, pnm}, {"PPM", "P3"sv, pnm}, {"PBM", "P4"sv, pnm}, {"PGM", "P5"sv, pnm},
        {"PPM", "P6"sv, pnm}}};
    return all;
}

bool beginsWith(File file, std::string_view signature)
{
    return file.size() >= signature.size()
        && std::equal(signature.begin(), signature.end(), file.begin(), [](char expected, std::byte actual) {
               return expected == '?' || static_cast<std::byte>(expected) == actual;
           });
}

} // namespace

std::optional<DecodedPicture> decodeImage(std::span<const std::byte> file, const std::stop_token& stop)
{
    const auto format = std::ranges::find_if(
        formats(), [&](const Format& candidate) { return beginsWith(file, candidate.signature); });
    if (format == formats().end()) {
        return std::nullopt;
    }
    if (format->decode == nullptr) {
        throw Error(ErrorKind::Unsupported,
            "The picture is a " + std::string(format->name) + " file, of which this build has no decoder");
    }
    return format->decode(file, stop);
}

} // namespace weightless
