// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace weightless::ui {

enum class Appearance { System, Light, Dark, HighContrast };

inline constexpr std::array appearances {
    Appearance::System, Appearance::Light, Appearance::Dark, Appearance::HighContrast};

// "system", "light", "dark", "high-contrast".
[[nodiscard]] QString toString(Appearance appearance);
[[nodiscard]] std::optional<Appearance> appearanceFromString(const QString& text);

// Gives the application its colours. System is light or dark, whichever the desktop is.
void applyAppearance(Appearance appearance);

} // namespace weightless::ui
