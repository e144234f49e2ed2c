// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/filehandles.h"

#include <algorithm>

namespace weightless {

size_t fileHandlesBeyond(size_t kept) noexcept
{
    constexpr size_t ofAProcess = 16u << 20u;
    return ofAProcess - std::min(kept, ofAProcess);
}

} // namespace weightless
