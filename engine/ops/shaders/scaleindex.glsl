// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which scale the element takes.
uint scaleIndex(uint index)
{
    const uint line = index / push.innerSize;
    const uint outer = line / push.axisSize;
    return outer * push.outerStride + (line - outer * push.axisSize) / push.block * push.axisStride
        + (index - line * push.innerSize) * push.innerStride;
}
