// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/workrate.h"

#include "engine/base/bytes.h"

#include <algorithm>
#include <cmath>

namespace weightless {

namespace {

constexpr uint64_t workOfStart = 200'000;
// What matrix units multiply counts as a fraction. So a card that was never measured submits five times as
// much of it at once, 100 billion operations where its policy says 20, and runs on units do not make other
// kernels seem fast. The watchdog is that of Windows, 2 s: an RTX A400, the slowest card with units that was
// thought of, makes 5,000 billion such operations a second with sums in fp32 by its data sheet, and takes
// 0.2 s if the kernel reaches a tenth of that. Its plain kernels are far slower, those of float64 most of
// all: what they do counts in full.
constexpr uint64_t operationsOfUnits = 5;
constexpr uint64_t mostPieces = 4096;
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
            bytes += std::min(plan.tensors[binding.tensor.id].sizeBytes, binding.mostBytes);
        }
    } else {
        bytes = 2 * plan.tensors[std::get<plan::CopyStep>(step.work).to.id].sizeBytes;
    }
    uint64_t operations = dispatch != nullptr ? dispatch->operations : 0;
    if (dispatch != nullptr && dispatch->usesMatrixUnits) {
        operations /= operationsOfUnits;
    }
    return workOfStart + operations + bytes * static_cast<uint64_t>(WorkRate::workPerByte);
}

uint64_t piecesOf(
    const std::array<uint32_t, 3>& groups, uint64_t work, uint64_t mostWork, uint32_t processors)
{
    const uint64_t all = uint64_t {groups[0]} * groups[1] * groups[2];
    const uint64_t filling = all / std::max(processors, 1u);
    return std::clamp<uint64_t>(ceilDivide(work, mostWork), 1, std::clamp<uint64_t>(filling, 1, mostPieces));
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
