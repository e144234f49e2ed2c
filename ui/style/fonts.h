// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless::ui {

// The application's text is set in Inter, which comes with it, in the desktop's size; what Inter has no
// glyphs for (Chinese, Japanese …) is set in the desktop's own font. Digits are of equal width. Needs a
// QApplication.
void installFonts();

// In points; 0 is the desktop's own size.
void applyFontSize(int points);

} // namespace weightless::ui
