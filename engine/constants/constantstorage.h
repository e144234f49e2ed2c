// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/vulkan/buffer.h"
#include "engine/vulkan/meteredimport.h"

#include <memory>

namespace weightless {

class ClampedCount;

// Where a set constant's bytes are on the device.
struct ConstantStorage {
    vulkan::BufferRange range; // exactly the constant's bytes; begins at a multiple of the element size
    std::shared_ptr<const FileMapping> mapping = {}; // whose pages these are; null for memory of our own
    std::shared_ptr<const vulkan::MeteredImport> metered = {}; // counts those pages
    std::shared_ptr<const ClampedCount> clamped = {}; // null where none can be
};

} // namespace weightless
