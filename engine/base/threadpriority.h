// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless {

// The calling thread steps back where others have work: for what nobody waits for yet. Where all processors
// are busy it still gets on, since somebody may wait later and it cannot be taken back everywhere. Best effort.
void lowerThreadPriority() noexcept;

} // namespace weightless
