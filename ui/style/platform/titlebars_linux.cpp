// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/titlebars.h"

namespace weightless::ui {

// Window managers draw them, in colours of their own.
void colourTitleBars(bool /*dark*/) { }

} // namespace weightless::ui
