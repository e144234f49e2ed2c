// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

namespace weightless::platform {

// Does with a signal that is none of ours what `previous`, the action that ours replaced, would have done:
// its handler is called, or the process ends once ours has returned. Async-signal-safe.
void passOn(const struct sigaction& previous, int signal, siginfo_t* info, void* context);

} // namespace weightless::platform
