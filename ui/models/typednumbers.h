// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inputs/inputsource.h"

#include <QString>

#include <optional>
#include <vector>

namespace weightless::ui {

// All of its digits, so that it is read as what it was.
[[nodiscard]] QString textOf(const FillNumber& number);
// Of a source of numbers: the one that fills the input, or all of its list.
[[nodiscard]] QString textOf(const InputSource& source);

// One number, or several with blanks, semicolons or commas between them, each in the user's way of writing
// numbers, or in that of programs; where a comma is the user's decimal point, one that separates has a blank
// behind it. In brackets, as Python and JSON write lists and matrices, they are in the way of programs.
[[nodiscard]] std::optional<std::vector<FillNumber>> numbersIn(const QString& text);

} // namespace weightless::ui
