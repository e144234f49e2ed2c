// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/readback.h"

#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicecopy.h"

#include <algorithm>

namespace weightless {

std::vector<HostTensor> readBack(ContextInternals& context, std::span<const ReadRequest> requests)
{
    // Tensors that the CPU reads well are read in place once the device is done.
    std::vector<ReadBack> readBacks(requests.size());
    uint64_t inFlight = 0;
    for (size_t i = 0; i < requests.size(); ++i) {
        const vulkan::BufferRange& range = requests[i].range;
        if (range.sizeBytes > 0 && (range.readable().empty() || context.readsThroughStaging)) {
            readBacks[i] = startReadBack(context.device, range);
            ++inFlight;
        }
    }
    TransferCounts& counts = context.transfers;
    counts.reads += requests.size();
    counts.readBackCopies += inFlight;
    counts.mostReadBacksInFlight = std::max(counts.mostReadBacksInFlight, inFlight);
    context.waitForDevice();
    context.device->throwIfLost(); // memory that the CPU reads in place would not tell
    std::vector<HostTensor> values;
    for (size_t i = 0; i < requests.size(); ++i) {
        readBacks[i].copy.wait();
        const auto source =
            readBacks[i].staging ? readBacks[i].staging->mapped() : requests[i].range.readable();
        const auto bytes = source.first(byteCount(requests[i].descriptor).value_or(0));
        values.push_back({requests[i].descriptor, {bytes.begin(), bytes.end()}, {}});
    }
    return values;
}

} // namespace weightless
