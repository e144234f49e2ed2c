// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace weightless {

// Calls `make`, in which a library may start a thread that hands out work, or that one and then one for each
// processor, that do it. From then on these stay on a processor each, and that one on one, another in another
// process. Each piece of work waits for all of them, and systems put two that slept for a moment on one
// processor, or swap them, away from what their caches hold. Where `make` starts another number of threads
// they stay as they are, as threads with names of their own do; on Windows all do. Best effort; what `make`
// throws comes through.
void placeThreadsOf(const std::function<void()>& make);

} // namespace weightless
