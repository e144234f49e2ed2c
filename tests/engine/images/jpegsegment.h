// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace weightless::testing {

// A part of a JPEG file: its marker, its length in two bytes, and what it says.
inline QByteArray jpegSegment(char marker, const QByteArray& content)
{
    QByteArray bytes("\xff");
    bytes.append(marker);
    bytes.append(static_cast<char>((content.size() + 2) >> 8)).append(static_cast<char>(content.size() + 2));
    return bytes + content;
}

// A table of Huffman's codes with one of a single bit.
inline QByteArray jpegCode(char table, char symbol)
{
    return jpegSegment('\xc4', QByteArray(1, table) + '\1' + QByteArray(15, '\0') + symbol);
}

} // namespace weightless::testing
