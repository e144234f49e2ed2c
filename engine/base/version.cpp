// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/version.h"

namespace weightless {

std::string_view version()
{
    return WEIGHTLESS_VERSION;
}

} // namespace weightless
