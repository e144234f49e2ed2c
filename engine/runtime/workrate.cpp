// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/workrate.h"

#include <algorithm>
#include <cmath>

namespace weightless {

namespace {

constexpr uint64_t workOfStart = 200'000;
constexpr double leastSeconds = 0.002; // below it, waiting takes as long as working
constexpr double leastWork = 1e7;
constexpr double mostWork = 1e16;

} // namespace

uint64_t workOf(const plan::Plan& plan, const plan::PlanStep& step)
{
    const auto* dispatch = std::get_if<ops::DispatchStep>(&step.work);
    uint64_t bytes = 0;
    if (dispatch != nullptr) {
        for (const ops::TensorBinding& binding : dispatch->bindings) {
            bytes += plan.tensors[binding.tensor.id].sizeBytes;
        }
    } else {
        bytes = 2 * plan.tensors[std::get<plan::CopyStep>(step.work).to.id].sizeBytes;
    }
    return workOfStart + (dispatch != nullptr ? dispatch->operations : 0)
        + bytes * static_cast<uint64_t>(WorkRate::workPerByte);
}

// A slower run counts at once, as the next one may be cut too late; a faster one half, as it may be of
// another kind.
void WorkRate::note(double work, double seconds, uint64_t mostPerSubmission)
{
    const bool isTelling =
        seconds >= submissionSeconds / 2 || work >= static_cast<double>(mostPerSubmission) / 4;
    if (seconds < leastSeconds || work <= 0 || !isTelling) {
        return;
    }
    const double measured = work / seconds;
    m_perSecond = m_perSecond && measured > *m_perSecond ? std::sqrt(*m_perSecond * measured) : measured;
}

uint64_t WorkRate::mostPerSubmission(uint64_t guess) const
{
    return m_perSecond
        ? static_cast<uint64_t>(std::clamp(*m_perSecond * submissionSeconds, leastWork, mostWork))
        : guess;
}

} // namespace weightless
