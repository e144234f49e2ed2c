// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/devicerates.h"
#include "engine/vulkan/deviceinfo.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace weightless {

// What was measured of a device is kept beside its compiled pipelines, in `<folder>/rates-<device and
// driver>.txt`: a few lines of text that a person can read, or delete so that the device is as if it was
// never measured. A record holds for the kernels that were measured, and no others.

// Nothing where the device was not measured with these kernels and this driver, or what lies there is no such
// record; never fails.
[[nodiscard]] std::optional<DeviceRates> keptRates(
    const std::filesystem::path& folder, const vulkan::DeviceInfo& device);

// Replaces what was kept. Io.
void keepRates(
    const std::filesystem::path& folder, const vulkan::DeviceInfo& device, const DeviceRates& rates);

// As if it was never measured; never fails.
void forgetRates(const std::filesystem::path& folder, const vulkan::DeviceInfo& device) noexcept;

// The text of a record, and back: nothing where any of it is not as recordText() writes it.
[[nodiscard]] std::string recordText(const DeviceRates& rates);
[[nodiscard]] std::optional<DeviceRates> parseRecord(std::string_view text);

} // namespace weightless
