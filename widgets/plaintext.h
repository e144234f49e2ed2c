// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace weightless::widgets {

// A name from a file as it may stand among other text, on one line: ends of lines and tabs are spaces, other
// control characters are a sign in their place, and what turns the direction of the text behind it is left
// out. Of a long one the middle is: a text without a place to break at is laid out whole, in a time that
// grows with the square of its length. To be shown only: another name may be shown the same.
inline constexpr qsizetype longestShownName = 1000;
[[nodiscard]] QString shownName(const QString& name, qsizetype most = longestShownName);

// A tooltip that shows `text` as it stands. Qt takes a tooltip for rich text when it looks like it, and names
// and messages come from files: <img src="…"> in one would be fetched.
// Lines stay; what turns their direction is left out, and so is the middle of what no screen has room for.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace weightless::widgets
