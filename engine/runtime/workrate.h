// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

#include <array>
#include <cstdint>
#include <optional>

namespace weightless {

// What a step takes, in operations: those of its kernel, a part of them where matrix units make them, and as
// many as fit the time in which its tensors, or what it looks up in them, pass through memory and in which a
// kernel starts. Rough, and the same for every device: what a device makes of it is measured.
[[nodiscard]] uint64_t workOf(const plan::Plan& plan, const plan::PlanStep& step);

// Into how many launches, one after another, a dispatch is cut so that each has no more than so much work.
// Every launch occupies the device's processors (0 where their number is not known): one of fewer work groups
// takes as long as they all do.
[[nodiscard]] uint64_t piecesOf(
    const std::array<uint32_t, 3>& groups, uint64_t work, uint64_t mostWork, uint32_t processors);

// How much of that a device does in a second, learnt from runs that somebody waited for: how much may be
// submitted at once follows from it. One thread.
class WorkRate {
public:
    static constexpr double submissionSeconds = 0.25; // far below any watchdog, and soon enough for a stop
    static constexpr double workPerByte = 16;

    // A run of so much work that took so long, with the device to itself. Nothing is learnt from what is too
    // small to tell more than how long it takes to start, unless it took too long.
    void note(double work, double seconds, uint64_t mostPerSubmission);
    // What was measured on purpose, in place of all that was noted.
    void set(double workPerSecond) { m_perSecond = workPerSecond; }

    // What a submission may take; `guess` as long as nothing is known.
    [[nodiscard]] uint64_t mostPerSubmission(uint64_t guess) const;

private:
    std::optional<double> m_perSecond;
};

} // namespace weightless
