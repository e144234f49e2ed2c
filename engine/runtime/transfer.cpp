// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicecopy.h"
#include "engine/runtime/tensorinternals.h"

#include <algorithm>
#include <set>

namespace weightless {

namespace {

void checkUsable(const Tensor& tensor, const std::shared_ptr<ContextInternals>& context, const char* action)
{
    const TensorInternals& internals = tensor.internals();
    if (internals.isDestroyed) {
        throw Error(ErrorKind::InvalidState,
            std::string("Cannot ") + action + " a tensor " + toString(internals.descriptor)
                + " that was destroyed");
    }
    if (internals.context.lock() != context) {
        throw Error(ErrorKind::InvalidArgument,
            std::string("Cannot ") + action + " a tensor " + toString(internals.descriptor)
                + " of another context");
    }
}

// The device is done with what the tensors hold. Io when it was computed from pages that went away.
void requirePagesIntact(std::span<const std::shared_ptr<Tensor>> tensors)
{
    std::set<std::shared_ptr<const PageProvenance>> provenances;
    for (const auto& tensor : tensors) {
        provenances.insert(tensor->internals().provenance);
    }
    for (const auto& provenance : provenances) {
        if (provenance) {
            provenance->checkIntact();
        }
    }
    for (const auto& tensor : tensors) {
        tensor->internals().provenance.reset();
    }
}

} // namespace

void Context::writeTensor(Tensor& tensor, std::span<const std::byte> bytes)
{
    checkUsable(tensor, m_internals, "write");
    const TensorInternals& internals = tensor.internals();
    if (!internals.isWritable) {
        throw Error(ErrorKind::InvalidArgument,
            "Cannot write a tensor " + toString(internals.descriptor) + " that was not created writable");
    }
    if (bytes.size() != internals.sizeBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "A tensor " + toString(internals.descriptor) + " takes " + std::to_string(internals.sizeBytes)
                + " bytes, not " + std::to_string(bytes.size()));
    }
    m_internals->waitForDevice();
    uploadBytes(m_internals->device, internals.range, bytes);
    ++m_internals->transfers.writes;
    tensor.internals().provenance.reset();
}

HostTensor Context::readTensor(const Tensor& tensor)
{
    // Shares nothing: the list is one borrowed tensor for the length of the call.
    const std::shared_ptr<Tensor> borrowed(std::shared_ptr<Tensor>(), const_cast<Tensor*>(&tensor));
    return std::move(readTensors(std::span(&borrowed, 1)).front());
}

std::vector<HostTensor> Context::readTensors(std::span<const std::shared_ptr<Tensor>> tensors)
{
    for (const auto& tensor : tensors) {
        checkUsable(*tensor, m_internals, "read");
        if (!tensor->isReadable()) {
            throw Error(ErrorKind::InvalidArgument,
                "Cannot read a tensor " + toString(tensor->descriptor()) + " that was not created readable");
        }
    }
    // Tensors that the CPU reads well are read in place once the device is done; the others are all on their
    // way before the first wait.
    std::vector<ReadBack> readBacks(tensors.size());
    uint64_t inFlight = 0;
    for (size_t i = 0; i < tensors.size(); ++i) {
        const vulkan::BufferRange& range = tensors[i]->internals().range;
        if (range.sizeBytes > 0 && (range.readable().empty() || m_internals->readsThroughStaging)) {
            readBacks[i] = startReadBack(m_internals->device, range);
            ++inFlight;
        }
    }
    TransferCounts& counts = m_internals->transfers;
    counts.reads += tensors.size();
    counts.readBackCopies += inFlight;
    counts.mostReadBacksInFlight = std::max(counts.mostReadBacksInFlight, inFlight);
    m_internals->waitForDevice();
    requirePagesIntact(tensors);
    std::vector<HostTensor> values;
    for (size_t i = 0; i < tensors.size(); ++i) {
        const TensorInternals& internals = tensors[i]->internals();
        readBacks[i].copy.wait();
        const auto source =
            readBacks[i].staging ? readBacks[i].staging->mapped() : internals.range.readable();
        const auto bytes = source.first(internals.sizeBytes);
        values.push_back({internals.descriptor, {bytes.begin(), bytes.end()}, {}});
    }
    return values;
}

} // namespace weightless
