// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace weightless {

// Calls `make`, in which a library may start a thread that hands out work, or that one and then one for each
// processor, that do it; these stay on a processor each from then on, and the first one where it is. Each
// piece of work waits for all of them, and systems put two that slept for a moment on one processor, or swap
// them, away from what their caches hold. Where `make` starts another number of threads, or threads with
// names of their own, nothing is changed, nor ever on Windows. Best effort; what `make` throws comes through.
void placeThreadsOf(const std::function<void()>& make);

} // namespace weightless
