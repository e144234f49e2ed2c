// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/images/orientation.h"

#include <cstring>

namespace weightless::images {

namespace {

constexpr int asItLies = 1;

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
        , m_isBigEndian(byte(0) == 'M')
    {
    }

    [[nodiscard]] bool isTiff() const
    {
        return (byte(0) == 'I' || byte(0) == 'M') && byte(1) == byte(0) && number(2, 2) == 42;
    }
    // 0 behind the end.
    [[nodiscard]] uint32_t number(size_t offset, size_t bytes) const
    {
        uint32_t value = 0;
        for (size_t i = 0; i < bytes; ++i) {
            value |= byte(offset + i) << (8 * (m_isBigEndian ? bytes - 1 - i : i));
        }
        return value;
    }

private:
    [[nodiscard]] uint32_t byte(size_t offset) const
    {
        return offset < m_bytes.size() ? std::to_integer<uint32_t>(m_bytes[offset]) : 0;
    }

    std::span<const std::byte> m_bytes;
    bool m_isBigEndian;
};

} // namespace

int exifOrientation(std::span<const std::byte> exif)
{
    constexpr uint32_t orientationTag = 0x0112, typeShort = 3;
    constexpr size_t entryBytes = 12;
    const Reader reader(exif);
    if (!reader.isTiff()) {
        return asItLies;
    }
    const size_t directory = reader.number(4, 4);
    const size_t count = reader.number(directory, 2);
    for (size_t i = 0; i < count; ++i) {
        const size_t entry = directory + 2 + i * entryBytes;
        if (reader.number(entry, 2) == orientationTag && reader.number(entry + 2, 2) == typeShort) {
            const auto value = static_cast<int>(reader.number(entry + 8, 2));
            return value >= 1 && value <= 8 ? value : asItLies;
        }
    }
    return asItLies;
}

DecodedPicture upright(DecodedPicture picture, int orientation)
{
    constexpr size_t pixelBytes = 4;
    if (orientation < 2 || orientation > 8) {
        return picture;
    }
    const bool isOnItsSide = orientation >= 5; // rows become columns
    const bool startsRight = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
    const bool startsBelow = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
    DecodedPicture turned {picture.width, picture.height, std::vector<uint8_t>(picture.rgba.size())};
    if (isOnItsSide) {
        std::swap(turned.width, turned.height);
    }
    const uint8_t* source = picture.rgba.data();
    for (int64_t row = 0; row < picture.height; ++row) {
        for (int64_t column = 0; column < picture.width; ++column, source += pixelBytes) {
            int64_t x = isOnItsSide ? row : column;
            int64_t y = isOnItsSide ? column : row;
            x = startsRight ? turned.width - 1 - x : x;
            y = startsBelow ? turned.height - 1 - y : y;
            std::memcpy(
                &turned.rgba[static_cast<size_t>(y * turned.width + x) * pixelBytes], source, pixelBytes);
        }
    }
    return turned;
}

} // namespace weightless::images
