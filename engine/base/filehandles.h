// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace weightless {

// How many more files this process may have open at this moment, so that `kept` handles are left for whatever
// else needs one. Any thread.
[[nodiscard]] size_t fileHandlesBeyond(size_t kept) noexcept;

} // namespace weightless
