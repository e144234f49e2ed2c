// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/workspace.h"

#include <QCoreApplication>
#include <QString>

namespace weightless::ui {

// What the window's parts and its own words mean, for "What's This?" and the guide. Rich text.
class Explanations {
    Q_DECLARE_TR_FUNCTIONS(Explanations)

public:
    [[nodiscard]] static QString panel(Panel panel);
    [[nodiscard]] static QString needs(); // the bar that says what a load needs
    [[nodiscard]] static QString mode();
    [[nodiscard]] static QString device();
    [[nodiscard]] static QString nextStep(); // the header's button
    // The whole guide; its picture is the resource "picture:hollow".
    [[nodiscard]] static QString guide();
};

} // namespace weightless::ui
