// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless::ui {

// Title bars as dark as the program, those of windows to come too. Qt makes them dark on Windows only where
// the desktop is; other systems do with them as they please.
void colourTitleBars(bool dark);

} // namespace weightless::ui
