// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/platform/signalchain_linux.h"

namespace weightless::platform {

void passOn(const struct sigaction& previous, int signal, siginfo_t* info, void* context)
{
    if ((previous.sa_flags & SA_RESETHAND) != 0) {
        ::signal(signal, SIG_DFL); // it counts on the fault ending the process when it returns
    }
    if ((previous.sa_flags & SA_SIGINFO) != 0) {
        previous.sa_sigaction(signal, info, context);
    } else if (previous.sa_handler == SIG_DFL || (previous.sa_handler == SIG_IGN && info->si_code > 0)) {
        // Ends the process as it would have without us, once the handler has returned.
        ::signal(signal, SIG_DFL);
        ::raise(signal);
    } else if (previous.sa_handler != SIG_IGN) {
        previous.sa_handler(signal);
    }
}

} // namespace weightless::platform
