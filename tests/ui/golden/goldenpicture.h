// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

namespace weightless::testing {

// Pictures are compared by blocks of this many device-independent pixels: another version of FreeType draws
// the same letter with other greys, and a block's mean hardly sees that.
inline constexpr int goldenBlock = 12;

struct GoldenDifference {
    int blocks = 0; // that differ
    int allBlocks = 0;
    QImage picture; // what was drawn, the blocks that differ framed in red

    // A line of text that moved by a pixel passes; a control that is missing, moved or of another colour does
    // not.
    [[nodiscard]] bool isTolerable() const { return blocks * 250 <= allBlocks; }
};

// Both at device pixels; of different sizes everything differs. `scale` is device pixels by pixel.
[[nodiscard]] GoldenDifference differenceOf(const QImage& drawn, const QImage& golden, int scale);

// With at most 256 colours, those that are seen most: a fraction of the bytes, and no eye sees it.
[[nodiscard]] QImage withPalette(const QImage& picture);

} // namespace weightless::testing
