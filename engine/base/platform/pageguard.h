// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace weightless::platform {

// Mapped file pages that must not end the process when they go away.
//
// Linux: a page that lies behind the end of a file that was truncated, or that the disk fails to deliver,
// raises SIGBUS in the thread that reads it, and drivers read imported pages on threads of their own. A
// guarded mapping's fault is answered by mapping zeros from that page to the end of the mapping, and
// remembered; faults elsewhere go to the handler that was there before. A signal's handler is the process's,
// so the list of guarded mappings is too: the one global of the engine.
//
// Windows: a file cannot be truncated or written while it is mapped (ERROR_USER_MAPPED_FILE; File shares it
// for reading only), so there is nothing to guard. A page that the disk or the network fails to deliver
// raises EXCEPTION_IN_PAGE_ERROR; a view's page cannot be replaced in place, so that one still ends the
// process.
class PageGuard {
public:
    // The pages stay mapped until the guard is gone.
    explicit PageGuard(std::span<const std::byte> pages);
    ~PageGuard();
    PageGuard(const PageGuard&) = delete;
    PageGuard& operator=(const PageGuard&) = delete;

    // A page went away under a reader; what was read since is not the file's. Any thread.
    [[nodiscard]] bool wasHit() const;

    struct Slot; // one entry of the process's list

private:
    Slot* m_slot = nullptr;
};

// Lets the guards serve the threads that now exist. Mesa's software driver starts its threads with every
// signal blocked, and a fault whose signal is blocked ends the process whatever its handler. False when a
// thread could not be reached.
bool letFaultsReachHandlers();

} // namespace weightless::platform
