// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace weightless {

// What moved between CPU and device since the context was made, and what was recorded and compiled for it. A
// tensor that a dispatch writes and the next one reads moves nowhere.
struct TransferCounts {
    uint64_t writes = 0; // tensors written by the CPU
    uint64_t writeCopies = 0; // of those, copied by the device, as the CPU cannot see its memory
    uint64_t reads = 0; // tensors read by the CPU, one copy each
    uint64_t readBackCopies = 0; // of those, copied by the device first, as the CPU cannot see its memory
    uint64_t mostReadBacksInFlight = 0; // handed to the device before the first was waited for
    uint64_t plans = 0; // segments planned by dispatches and by outputsFor(); the same request plans once
    uint64_t submissions = 0; // of dispatches' steps: one each, more only where one would take too long
    uint64_t roundTrips = 0; // times that a dispatch waited for values it had to know
    uint64_t recordings =
        0; // command buffers of whole dispatches; bindings that stay the same are recorded once
    double kernelSeconds = 0; // that dispatches waited for kernels to be compiled
};

} // namespace weightless
