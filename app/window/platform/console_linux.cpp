// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/platform/console.h"

namespace weightless {

void joinConsoleOfParent() { }

} // namespace weightless
