// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/images/decodeimage.h"

#include <QByteArray>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Pictures' files, byte by byte, and what is decoded of them.
namespace weightless::testing {

inline std::span<const std::byte> bytesOf(const QByteArray& file)
{
    return std::as_bytes(std::span(file.constData(), static_cast<size_t>(file.size())));
}

// Nothing too where this build has no decoder.
inline std::optional<DecodedPicture> decoded(const QByteArray& file)
{
    try {
        return decodeImage(bytesOf(file));
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Unsupported ? std::nullopt : throw;
    }
}

inline std::string pixelsOf(const QByteArray& file)
{
    const auto image = decoded(file);
    std::string text;
    const std::vector<uint8_t> rgba = image ? image->rgba : std::vector<uint8_t> {};
    for (size_t i = 0; i < rgba.size(); ++i) {
        if (i % 4 < 3 || rgba[i] != 255) { // opaque ones are said by their colours
            text += (text.empty() ? "" : " ") + std::to_string(rgba[i]);
        }
    }
    return text;
}

inline void append(QByteArray& file, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        file.append(i < 4 ? static_cast<char>(value >> (8 * i)) : char {0});
    }
}

// Little-endian header, then what follows it.
inline QByteArray bitmap(
    int32_t width, int32_t height, uint32_t bits, const QByteArray& rest, uint32_t colors = 0)
{
    QByteArray file("BM");
    append(file, 0, 4);
    append(file, 0, 4);
    append(file, 54 + 4 * colors, 4);
    append(file, 40, 4);
    append(file, static_cast<uint32_t>(width), 4);
    append(file, static_cast<uint32_t>(height), 4);
    append(file, 1, 2);
    append(file, bits, 2);
    append(file, 0, 4);
    append(file, 0, 12);
    append(file, colors, 4);
    append(file, 0, 4);
    return file + rest;
}

// With the bits of each channel: of red, green, blue and, in a header of Windows 95 and later, opacity.
inline QByteArray maskedBitmap(
    int32_t width, uint32_t bits, const std::vector<uint32_t>& masks, const QByteArray& pixels)
{
    QByteArray ofChannels;
    for (const uint32_t mask : masks)
        append(ofChannels, mask, 4);
    const bool hasOpacity = masks.size() > 3;
    const auto rest = ofChannels + QByteArray(hasOpacity ? 52 : 0, '\0');
    QByteArray file = bitmap(width, 1, bits, rest + pixels);
    file[10] = static_cast<char>(54 + rest.size());
    file[14] = static_cast<char>(hasOpacity ? 108 : 40);
    file[30] = 3;
    return file;
}

inline const std::vector<uint32_t> opacityFirst {0xff000000, 0xff0000, 0xff00, 0xff};

} // namespace weightless::testing
