// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/internal/deviceinternals.h"
#include "engine/vulkan/memorypolicy.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace weightless::vulkan {

// A buffer with memory of its own, from the best type of the device's policy that has some left. As Device's
// factories say.
[[nodiscard]] Buffer createBuffer(
    const std::shared_ptr<DeviceInternals>& device, BufferIntent intent, uint64_t sizeBytes);

// What the system has free, where the device takes its memory; nullopt for others, and where nobody says.
[[nodiscard]] std::optional<uint64_t> freeSystemMemory(const DeviceInternals& device);

// As Device::importHostMemory().
[[nodiscard]] std::optional<Buffer> importBuffer(const std::shared_ptr<DeviceInternals>& device,
    std::span<const std::byte> pages, std::shared_ptr<const void> owner);

} // namespace weightless::vulkan
