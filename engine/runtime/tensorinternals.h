// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/runtime/provenance.h"
#include "engine/runtime/readback.h"
#include "engine/vulkan/buffer.h"
#include "engine/vulkan/queue.h"

#include <cstdint>
#include <memory>

namespace weightless {

struct ContextInternals;

struct TensorInternals {
    std::weak_ptr<ContextInternals> context;
    TensorDescriptor descriptor;
    uint64_t sizeBytes = 0;
    bool isReadable = true;
    bool isWritable = true;
    vulkan::BufferRange range;
    // The end of what was handed to the device and reads or writes the tensor, be it a dispatch or a copy:
    // all that writing and reading it wait for.
    vulkan::QueuePoint lastUse {};
    mutable ReadBackCopy readBack {}; // where the CPU does not see the range
    std::shared_ptr<const PageProvenance> provenance; // null: nothing is left to check
    // What the CPU wrote last, where it is small: a value that decides shapes is then known without a
    // read-back. Null once a dispatch writes the tensor.
    std::shared_ptr<const HostTensor> written;
    bool isDestroyed = false;
};

} // namespace weightless
