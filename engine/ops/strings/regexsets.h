// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/strings/characters.h"
#include "engine/ops/strings/patterntext.h"

namespace weightless::ops::strings {

// What follows a backslash, also between brackets, and brackets after the first one. They fail as the
// pattern does.
[[nodiscard]] CharacterSet escapedSet(PatternText& text);
[[nodiscard]] CharacterSet bracketSet(PatternText& text, bool ignoresCase);

} // namespace weightless::ops::strings
