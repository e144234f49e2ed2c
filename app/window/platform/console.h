// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless {

// Before anything is printed. Windows gives a program with a window no console: what it prints then goes to
// the one that it was started from, if there is one and nothing else was asked for. Elsewhere there is
// nothing to do.
void joinConsoleOfParent();

} // namespace weightless
