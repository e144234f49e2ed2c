// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/decoders.h"

#include <array>
#include <cstdlib>

// Windows bitmaps without compression: 1, 4 and 8 bits with a palette, 24 and 32 bits.
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
};

std::optional<Header> headerOf(const Reader& reader)
{
    Header header;
    const uint32_t size = reader.number(14, 4);
    header.pixels = reader.number(10, 4);
    header.palette = 14 + static_cast<size_t>(size);
    if (size == 12) {
        header.width = reader.number(18, 2);
        header.height = reader.number(20, 2);
        header.bits = reader.number(24, 2);
        header.paletteEntry = 3;
    } else if (size >= 40) {
        constexpr uint32_t noCompression = 0;
        header.width = static_cast<int32_t>(reader.number(18, 4));
        header.height = static_cast<int32_t>(reader.number(22, 4));
        header.bits = reader.number(28, 2);
        header.colors = reader.number(46, 4);
        if (reader.number(30, 4) != noCompression) {
            return std::nullopt;
        }
    } else {
        return std::nullopt;
    }
    header.isTopDown = header.height < 0;
    header.height = std::abs(header.height);
    const uint32_t bits = header.bits;
    if (bits != 1 && bits != 4 && bits != 8 && bits != 24 && bits != 32) {
        return std::nullopt;
    }
    if (bits <= 8 && (header.colors == 0 || header.colors > 1u << bits)) {
        header.colors = 1u << bits;
    }
    return header;
}

std::array<uint8_t, 3> colorAt(const Reader& reader, const Header& header, size_t row, int64_t x)
{
    size_t place = 0;
    if (header.bits <= 8) {
        const size_t bit = static_cast<size_t>(x) * header.bits;
        const uint32_t byte = reader.number(row + bit / 8, 1);
        const uint32_t index = (byte >> (8 - header.bits - bit % 8)) & ((1u << header.bits) - 1);
        place = header.palette + (index < header.colors ? index : 0) * header.paletteEntry;
    } else {
        place = row + static_cast<size_t>(x) * (header.bits / 8);
    }
    const uint32_t bgr = reader.number(place, 3);
    return {static_cast<uint8_t>(bgr >> 16), static_cast<uint8_t>(bgr >> 8), static_cast<uint8_t>(bgr)};
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
            for (const uint8_t channel : colorAt(reader, *header, row, x)) {
                *pixel++ = channel;
            }
            *pixel++ = 255;
        }
    }
    return image;
}

} // namespace weightless::images
