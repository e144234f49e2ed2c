// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless {

// The calling thread steps back where others have work: for what can wait until a processor has nothing else
// to do. Best effort; it cannot be taken back everywhere.
void lowerThreadPriority() noexcept;

} // namespace weightless
