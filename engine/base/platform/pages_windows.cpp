// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/pages.h"

namespace weightless {

void makePresent(std::span<std::byte> /*memory*/) noexcept { } // no such call; pages come as they are written

} // namespace weightless
