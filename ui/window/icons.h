// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace weightless::ui {

// Icons, fonts and pictures can be read from ":/…" after this; it may be called again.
void registerResources();

// An icon of resources/icons, drawn in the text colour of the application's palette whenever it is painted,
// so that it follows light and dark palettes.
[[nodiscard]] QIcon icon(const QString& name);

[[nodiscard]] QIcon programIcon();

} // namespace weightless::ui
