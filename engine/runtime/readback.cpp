// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/readback.h"

#include "engine/runtime/contextinternals.h"
#include "engine/vulkan/recorder.h"

#include <algorithm>

namespace weightless {

namespace {

// On the compute queue when all that is there has to be done anyway, else beside it.
vulkan::Submission start(const ContextInternals& context, const ReadRequest& request, ReadBackCopy& copy)
{
    const bool isLast = request.after == context.lastPoint;
    const auto queue = isLast ? vulkan::QueueKind::Compute : vulkan::QueueKind::Transfer;
    if (!copy.staging) {
        copy.staging = std::make_shared<const vulkan::Buffer>(
            context.device->createReadbackBuffer(request.range.sizeBytes));
    }
    auto& commands = copy.commands[isLast ? 0 : 1];
    if (!commands) {
        // What is kept has a pool of its own, the rest those that serve again.
        vulkan::CommandRecorder recorder = request.kept == nullptr && isLast
            ? vulkan::CommandRecorder(*context.commands)
            : vulkan::CommandRecorder(context.device, queue);
        recorder.copy(request.range, {copy.staging, 0, request.range.sizeBytes});
        commands = recorder.finish();
    }
    return context.device->submit(commands, std::span(&request.after, 1));
}

} // namespace

std::vector<HostTensor> readBack(ContextInternals& context, std::span<const ReadRequest> requests)
{
    // Tensors that the CPU reads well are read in place once the device is done with them.
    std::vector<ReadBackCopy> unkept(requests.size());
    std::vector<const ReadBackCopy*> copies(requests.size());
    std::vector<vulkan::Submission> submissions(requests.size());
    uint64_t inFlight = 0;
    for (size_t i = 0; i < requests.size(); ++i) {
        const vulkan::BufferRange& range = requests[i].range;
        if (range.sizeBytes > 0 && (range.readable().empty() || context.readsThroughStaging)) {
            ReadBackCopy& copy = requests[i].kept != nullptr ? *requests[i].kept : unkept[i];
            submissions[i] = start(context, requests[i], copy);
            copies[i] = &copy;
            ++inFlight;
        }
    }
    TransferCounts& counts = context.transfers;
    counts.reads += requests.size();
    counts.readBackCopies += inFlight;
    counts.mostReadBacksInFlight = std::max(counts.mostReadBacksInFlight, inFlight);
    std::vector<HostTensor> values;
    for (size_t i = 0; i < requests.size(); ++i) {
        submissions[i].wait();
        context.device->wait(requests[i].after); // tells a lost device too, which memory in place would not
        const auto source =
            copies[i] != nullptr ? copies[i]->staging->mapped() : requests[i].range.readable();
        const auto bytes = source.first(byteCount(requests[i].descriptor).value_or(0));
        values.push_back({requests[i].descriptor, {bytes.begin(), bytes.end()}, {}});
    }
    context.forgetDone();
    return values;
}

} // namespace weightless
