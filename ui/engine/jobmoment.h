// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memorymeter.h"
#include "ui/engine/loadclock.h"

namespace weightless::ui {

// How memory stands at a moment of a job, as its worker says: whoever draws it may hear of it later, when
// other things are held.
struct JobMoment {
    double seconds = 0; // of the job
    MemorySnapshot held;
    MemoryHighest highest; // since the meter was asked last, here or by whoever draws
};

[[nodiscard]] inline JobMoment momentOf(const LoadClock& clock, MemoryMeter& meter)
{
    JobMoment moment;
    moment.highest = meter.takeHighest(); // first: what is highest from now on is of the next moment
    moment.held = meter.snapshot();
    moment.seconds = clock.seconds();
    return moment;
}

} // namespace weightless::ui
