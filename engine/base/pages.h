// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace weightless {

// How much to make present at a time: the system fills new pages with zeros, and these are still in the
// processor's cache when they are written.
inline constexpr size_t presentAtOnce = 512 * 1024;

// Makes the pages of memory that is about to be written present, all in one call of the system: one fault per
// page while it is written takes longer. Pages that are present stay as they are. Advice: never fails, and
// does nothing for small spans, for the memory of devices, and on systems that know no such call. Any thread.
void makePresent(std::span<std::byte> memory) noexcept;

} // namespace weightless
