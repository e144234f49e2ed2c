// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace weightless::testing {

// A widget by its accessible name, which every control has; null where there is none.
template <typename Widget>
[[nodiscard]] Widget* named(const QWidget& parent, const char* accessibleName)
{
    for (Widget* widget : parent.findChildren<Widget*>()) {
        if (widget->accessibleName() == QLatin1String(accessibleName))
            return widget;
    }
    return nullptr;
}

} // namespace weightless::testing
