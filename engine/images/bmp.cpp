// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/images/decoders.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string>
#include <string_view>

// Windows bitmaps without compression: 1, 4 and 8 bits with a palette, 24 bits, 16 and 32 bits with any
// masks.
namespace weightless::images {

namespace {

class Reader {
public:
    explicit Reader(File file)
        : m_file(file)
    {
    }

    // Little-endian; 0 behind the end.
    [[nodiscard]] uint32_t number(size_t offset, size_t bytes) const
    {
        uint32_t value = 0;
        for (size_t i = 0; i < bytes && offset + i < m_file.size(); ++i) {
            value |= std::to_integer<uint32_t>(m_file[offset + i]) << (8 * i);
        }
        return value;
    }

private:
    File m_file;
};

struct Header {
    size_t pixels = 0; // offset in the file
    size_t palette = 0;
    size_t paletteEntry = 4; // bytes
    uint32_t colors = 0;
    int64_t width = 0;
    int64_t height = 0;
    bool isTopDown = false;
    uint32_t bits = 0;
    std::array<uint32_t, 4> masks {}; // of red, green, blue and opacity, with 16 and 32 bits
};

// What the header calls compression.
constexpr uint32_t none = 0, withMasks = 3, withMasksAndOpacity = 6;

// Which bits of a pixel are which channel's; nothing where a channel's bits do not lie side by side.
std::optional<std::array<uint32_t, 4>> masksOf(
    const Reader& reader, uint32_t headerSize, uint32_t compression, uint32_t bits)
{
    constexpr std::array<uint32_t, 4> fiveBits {0x7c00, 0x3e0, 0x1f, 0};
    constexpr std::array<uint32_t, 4> eightBits {0xff0000, 0xff00, 0xff, 0};
    constexpr uint32_t sizeWithOpacity = 56;
    constexpr size_t first = 54;
    if (compression == none) {
        return bits == 16 ? fiveBits : eightBits;
    }
    const bool hasOpacity = compression == withMasksAndOpacity || headerSize >= sizeWithOpacity;
    std::array<uint32_t, 4> masks {};
    for (size_t i = 0; i < (hasOpacity ? 4 : 3); ++i) {
        masks[i] = reader.number(first + 4 * i, 4);
        const uint32_t lowest = masks[i] & (~masks[i] + 1);
        if ((masks[i] & (masks[i] + lowest)) != 0) {
            return std::nullopt;
        }
    }
    return masks;
}

void checkCompression(uint32_t compression)
{
    constexpr std::array<std::string_view, 6> packings {"", "RLE", "RLE", "", "JPEG", "PNG"};
    if (compression < packings.size() && !packings[compression].empty()) {
        throw Error(ErrorKind::Unsupported,
            "The picture is a BMP file that is compressed with " + std::string(packings[compression])
                + ", which this program does not decode; save it without compression, or as a PNG file");
    }
}

std::optional<Header> headerOf(const Reader& reader)
{
    Header header;
    const uint32_t size = reader.number(14, 4);
    uint32_t compression = none;
    header.pixels = reader.number(10, 4);
    header.palette = 14 + static_cast<size_t>(size);
    if (size == 12) {
        header.width = reader.number(18, 2);
        header.height = reader.number(20, 2);
        header.bits = reader.number(24, 2);
        header.paletteEntry = 3;
    } else if (size >= 40) {
        header.width = static_cast<int32_t>(reader.number(18, 4));
        header.height = static_cast<int32_t>(reader.number(22, 4));
        header.bits = reader.number(28, 2);
        header.colors = reader.number(46, 4);
        compression = reader.number(30, 4);
    } else {
        return std::nullopt;
    }
    header.isTopDown = header.height < 0;
    header.height = std::abs(header.height);
    const uint32_t bits = header.bits;
    const bool hasMasks = bits == 16 || bits == 32;
    checkCompression(compression);
    if (bits != 1 && bits != 4 && bits != 8 && bits != 24 && !hasMasks) {
        return std::nullopt;
    }
    if (compression != none
        && !(hasMasks && (compression == withMasks || compression == withMasksAndOpacity))) {
        return std::nullopt;
    }
    const auto masks = masksOf(reader, size, compression, bits);
    if (!masks) {
        return std::nullopt;
    }
    header.masks = *masks;
    if (bits <= 8 && (header.colors == 0 || header.colors > 1u << bits)) {
        header.colors = 1u << bits;
    }
    return header;
}

// What a channel's bits of a pixel are of 255.
uint8_t channelOf(uint32_t pixel, uint32_t mask)
{
    const int shift = std::countr_zero(mask);
    const uint64_t most = mask >> shift;
    return static_cast<uint8_t>((((pixel & mask) >> shift) * uint64_t {255} + most / 2) / most);
}

using Pixel = std::array<uint8_t, 4>;

Pixel masked(uint32_t pixel, const std::array<uint32_t, 4>& masks)
{
    Pixel rgba {0, 0, 0, 255};
    for (size_t i = 0; i < rgba.size(); ++i) {
        rgba[i] = masks[i] != 0 ? channelOf(pixel, masks[i]) : rgba[i];
    }
    return rgba;
}

Pixel pixelAt(const Reader& reader, const Header& header, size_t row, int64_t x)
{
    const size_t bytes = header.bits / 8;
    if (header.bits == 16 || header.bits == 32) {
        return masked(reader.number(row + static_cast<size_t>(x) * bytes, bytes), header.masks);
    }
    size_t place = row + static_cast<size_t>(x) * bytes;
    if (header.bits <= 8) {
        const size_t bit = static_cast<size_t>(x) * header.bits;
        const uint32_t byte = reader.number(row + bit / 8, 1);
        const uint32_t index = (byte >> (8 - header.bits - bit % 8)) & ((1u << header.bits) - 1);
        place = header.palette + (index < header.colors ? index : 0) * header.paletteEntry;
    }
    const uint32_t bgr = reader.number(place, 3);
    return {static_cast<uint8_t>(bgr >> 16), static_cast<uint8_t>(bgr >> 8), static_cast<uint8_t>(bgr), 255};
}

} // namespace

std::optional<DecodedPicture> decodeBmp(Decoding& decoding)
{
    const File file = decoding.file;
    const Reader reader(file);
    const auto header = headerOf(reader);
    if (!header || !decoding.isPossible(header->width, header->height)) {
        return std::nullopt;
    }
    // Before a small file makes room for a large picture. The last row's padding is often left out.
    const size_t rowBits = static_cast<size_t>(header->width) * header->bits;
    const size_t rowBytes = (rowBits + 31) / 32 * 4;
    const size_t needed = rowBytes * (static_cast<size_t>(header->height) - 1) + (rowBits + 7) / 8;
    if (header->pixels > file.size() || file.size() - header->pixels < needed) {
        return std::nullopt;
    }
    auto image = decoding.blank(header->width, header->height);
    auto pixel = image->rgba.begin();
    for (int64_t y = 0; y < header->height; ++y) {
        const int64_t stored = header->isTopDown ? y : header->height - 1 - y;
        const size_t row = header->pixels + static_cast<size_t>(stored) * rowBytes;
        for (int64_t x = 0; x < header->width; ++x) {
            pixel = std::ranges::copy(pixelAt(reader, *header, row, x), pixel).out;
        }
    }
    return image;
}

} // namespace weightless::images
