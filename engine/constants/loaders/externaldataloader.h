// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/constantdestination.h"
#include "engine/memory/memorymeter.h"
#include "engine/model/model.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

namespace weightless {

// The memory that a loader is asked to fill.
enum class MemoryKind {
    HostVisible, // slices are the constants' own memory, in place (scratch slices for what is converted)
    DeviceOnly, // slices of the staging ring, copied or converted by the device
};

// One constant that a loader brings. Both live until finish() or abort() has returned.
struct ExternalTensor {
    const ConstantInfo* constant = nullptr; // its source says where the bytes lie: container, offset, length
    ConstantDestination* destination = nullptr; // of exactly lengthBytes(constant->source) bytes
};

// The constants of one load that one loader took on, from ExternalDataLoader::begin() to finish() or abort():
//
//   begin → prepare (once for each tensor) → load (once for each tensor) → finish | abort
//
// One thread at a time calls. A transfer may have threads of its own; they rest soon after load() returned
// (within a tenth of a second), because a load that is paused must not go on, and are gone when finish() or
// abort() returns.
class ExternalDataTransfer {
public:
    ExternalDataTransfer() = default;
    virtual ~ExternalDataTransfer() = default; // after finish() or abort()
    ExternalDataTransfer(const ExternalDataTransfer&) = delete;
    ExternalDataTransfer& operator=(const ExternalDataTransfer&) = delete;

    // Announces a tensor; no byte is moved yet. The order of the calls is the order in which the tensors are
    // wanted (LoadOptions::order), the first the most urgently. Once all are announced the transfer may
    // coalesce neighbours, and bring them in another order where its source can only be read so. Throws what
    // is known to be wrong already.
    virtual void prepare(const ExternalTensor& tensor) = 0;

    // Works until one more tensor is complete, every byte of it committed, and returns its place in the order
    // of prepare(). A transfer that works on threads of its own returns nullopt after a twentieth of a second
    // in which none was completed, so that a pause takes effect within a large tensor too; the next call goes
    // on. Io names the constant and the source. Cancelled within a tenth of a
    // second of a stop request, whatever a disk or server does. After it threw, abort() is all that may be
    // called.
    [[nodiscard]] virtual std::optional<size_t> load(const std::stop_token& stop) = 0;

    // Once load() has returned every tensor.
    virtual void finish() = 0;

    // At any time and any number of times, also after finish(): stops what is under way and touches no
    // destination any more once it has returned.
    virtual void abort() noexcept = 0;
};

// Brings the bytes of constants from where only it knows to read them: a server, an archive, a cache.
// Registered with a Context's ExternalDataManager. Functions may be called from any thread.
class ExternalDataLoader {
public:
    ExternalDataLoader() = default;
    virtual ~ExternalDataLoader() = default;
    ExternalDataLoader(const ExternalDataLoader&) = delete;
    ExternalDataLoader& operator=(const ExternalDataLoader&) = delete;

    // For reports: "http", "archive".
    [[nodiscard]] virtual std::string_view name() const = 0;

    // Whether it brings this source's bytes into that kind of memory. Asked once per constant of a load,
    // for raw sources only; reads nothing.
    [[nodiscard]] virtual bool canServe(const ConstantSource& source, MemoryKind kind) const = 0;

    // CPU memory that a transfer takes beside the slices it is given, for predictions: at most so much if it
    // brings this source, which the loader can serve. That of a load is the largest of its constants'.
    [[nodiscard]] virtual uint64_t overheadBytes(const ConstantSource& /*source*/) const { return 0; }

    [[nodiscard]] virtual std::unique_ptr<ExternalDataTransfer> begin(
        const std::shared_ptr<MemoryMeter>& meter) const = 0;
};

} // namespace weightless
