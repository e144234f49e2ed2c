// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace weightless::ui {

enum class Appearance { System, Light, Dark };

// "system", "light", "dark".
[[nodiscard]] QString toString(Appearance appearance);
[[nodiscard]] std::optional<Appearance> appearanceFromString(const QString& text);

// Gives the application a light or dark palette, or the desktop's own again.
void applyAppearance(Appearance appearance);

} // namespace weightless::ui
