// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/contextinternals.h"

#include "engine/base/error.h"
#include "engine/ops/devicepolicy.h"
#include "engine/runtime/devicerecord.h"
#include "engine/runtime/kerneltrials.h"

#include <utility>

namespace weightless {

void ContextInternals::keep(vulkan::Submission submission)
{
    note(submission.point());
    inFlight.push_back(std::move(submission));
    forgetDone();
}

void ContextInternals::note(vulkan::QueuePoint point)
{
    lastPoint = point;
}

void ContextInternals::waitForDevice()
{
    // Submissions of one queue end in order, but every one is asked, so that none is forgotten when one
    // fails.
    for (const vulkan::Submission& submission : inFlight) {
        submission.wait();
    }
    inFlight.clear();
    device->wait(lastPoint);
    forgetDone();
}

void ContextInternals::forgetDone()
{
    while (!inFlight.empty() && inFlight.front().isDone()) {
        inFlight.pop_front();
    }
    if (uploads) {
        uploads->forgetDone();
    }
}

uint64_t ContextInternals::mostWorkPerSubmission() const
{
    return workRate.mostPerSubmission(ops::devicePolicy(info.traits).mostOperationsPerSubmission);
}

void ContextInternals::take(const DeviceRates& rates)
{
    info.traits = withRates(std::move(info.traits), rates);
    if (const auto workPerSecond = leastWorkPerSecond(rates)) {
        workRate.set(*workPerSecond);
    }
}

bool ContextInternals::learn(const DeviceRates& rates)
{
    take(rates);
    if (cacheFolder.empty()) {
        return false;
    }
    try {
        keepRates(cacheFolder, info, rates);
        return true;
    } catch (const Error& error) {
        logTo(log, LogLevel::Warning, error.message());
        return false;
    }
}

Error ContextInternals::learnOf(const vulkan::MatrixRefusal& refusal)
{
    if (isBeingMeasured) {
        return refusal;
    }
    ++refusals;
    const DeviceRates rates = withoutMatrixUnits(keptRates(cacheFolder, info).value_or(DeviceRates {}));
    if (refusal.mayPass()) {
        take(rates);
        return {refusal.kind(),
            refusal.message()
                + "; matrix units are left alone until the device is opened again: load the model again, and "
                  "measure the device where this comes again"};
    }
    learn(rates);
    return {refusal.kind(),
        refusal.message() + "; matrix units are left alone from now on: load the model again"};
}

bool ContextInternals::isIdle()
{
    forgetDone();
    return inFlight.empty();
}

void ContextInternals::watch(const std::shared_ptr<RecordingCache>& cache)
{
    std::erase_if(recordings, [](const auto& each) { return each.expired(); });
    recordings.push_back(cache);
}

void ContextInternals::forgetRecordingsOf(const vulkan::Buffer& buffer) noexcept
{
    for (const auto& each : recordings) {
        if (const auto cache = each.lock()) {
            cache->forget(buffer);
        }
    }
    try {
        forgetDone();
    } catch (const Error&) {
        // The device is lost, which the next call that needs it says.
    }
}

} // namespace weightless
