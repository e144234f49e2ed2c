// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace weightless::widgets {

// A tooltip that shows `text` as it stands. Qt takes a tooltip for rich text when it looks like it, and names
// and messages come from files: <img src="…"> in one would be fetched.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace weightless::widgets
