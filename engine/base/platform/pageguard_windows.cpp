// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/platform/pageguard.h"

namespace weightless::platform {

PageGuard::PageGuard(std::span<const std::byte>) { }

PageGuard::~PageGuard() = default;

bool PageGuard::wasHit() const
{
    return false;
}

bool letFaultsReachHandlers()
{
    return true;
}

} // namespace weightless::platform
