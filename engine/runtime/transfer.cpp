// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/readback.h"
#include "engine/runtime/tensorinternals.h"

#include <algorithm>
#include <set>

namespace weightless {

namespace {

constexpr size_t maxRememberedBytes = 4096; // shapes, axes and scales; anything larger decides no shape

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

// Behind what uses the tensor: on the device's queue, or once it is done.
void writeRange(ContextInternals& context, TensorInternals& tensor, std::span<const std::byte> bytes)
{
    const std::span<std::byte> mapped = tensor.range.mapped();
    if (mapped.empty() || context.writesThroughStaging) {
        if (!bytes.empty()) {
            tensor.lastUse = context.uploads->write(tensor.range, bytes);
            context.note(tensor.lastUse);
            ++context.transfers.writeCopies;
        }
    } else {
        context.device->wait(tensor.lastUse);
        std::ranges::copy(bytes, mapped.begin());
    }
    context.forgetDone();
}

} // namespace

void Context::writeTensor(Tensor& tensor, std::span<const std::byte> bytes)
{
    checkUsable(tensor, m_internals, "write");
    TensorInternals& internals = tensor.internals();
    if (!internals.isWritable) {
        throw Error(ErrorKind::InvalidArgument,
            "Cannot write a tensor " + toString(internals.descriptor) + " that was not created writable");
    }
    if (bytes.size() != internals.sizeBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "A tensor " + toString(internals.descriptor) + " takes " + std::to_string(internals.sizeBytes)
                + " bytes, not " + std::to_string(bytes.size()));
    }
    writeRange(*m_internals, internals, bytes);
    ++m_internals->transfers.writes;
    internals.provenance.reset();
    internals.written = bytes.size() <= maxRememberedBytes ? std::make_shared<const HostTensor>(
                            HostTensor {internals.descriptor, {bytes.begin(), bytes.end()}, {}})
                                                           : nullptr;
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
        if (tensor == nullptr) {
            throw Error(ErrorKind::InvalidArgument, "A tensor that is read must not be null");
        }
        checkUsable(*tensor, m_internals, "read");
        if (!tensor->isReadable()) {
            throw Error(ErrorKind::InvalidArgument,
                "Cannot read a tensor " + toString(tensor->descriptor()) + " that was not created readable");
        }
    }
    std::vector<ReadRequest> requests;
    for (const auto& tensor : tensors) {
        const TensorInternals& internals = tensor->internals();
        requests.push_back({internals.descriptor, internals.range, internals.lastUse, &internals.readBack});
    }
    std::vector<HostTensor> values = readBack(*m_internals, requests);
    requirePagesIntact(tensors);
    return values;
}

} // namespace weightless
