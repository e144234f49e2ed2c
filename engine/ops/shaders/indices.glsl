// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Indices that operators read from tensors: negative ones count from the end, and one that is out of range must not
// reach memory.

#ifndef WEIGHTLESS_INDICES_GLSL
#define WEIGHTLESS_INDICES_GLSL

// For reads: clamped into the dimension.
uint clampedIndex(int64_t index, uint size)
{
    const int64_t wrapped = index < 0 ? index + int64_t(size) : index;
    return uint(clamp(wrapped, int64_t(0), int64_t(size) - 1));
}
uint clampedIndex(int index, uint size)
{
    const int wrapped = index < 0 ? index + int(size) : index;
    return uint(clamp(wrapped, 0, int(size) - 1));
}

// For writes: 0xffffffff when there is no such element, and the write is left out.
const uint noIndex = 0xffffffffu;
uint checkedIndex(int64_t index, uint size)
{
    const int64_t wrapped = index < 0 ? index + int64_t(size) : index;
    return wrapped < 0 || wrapped >= int64_t(size) ? noIndex : uint(wrapped);
}
uint checkedIndex(int index, uint size)
{
    const int wrapped = index < 0 ? index + int(size) : index;
    return wrapped < 0 || wrapped >= int(size) ? noIndex : uint(wrapped);
}

#endif
