// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/shape.h"
#include "engine/runtime/provenance.h"
#include "engine/vulkan/buffer.h"

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
    std::shared_ptr<const PageProvenance> provenance; // null: nothing is left to check
    bool isDestroyed = false;
};

} // namespace weightless
