// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/deviceinfo.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <span>

namespace weightless::ui {

// A device that was chosen in another session.
struct PreferredDevice {
    // Its UUID, which is the card's: two cards of one model have one name, two drivers of one card one UUID.
    // Empty: an earlier version wrote the name alone.
    QString id;
    QString name; // empty: the best one, or an earlier version wrote the UUID alone

    bool operator==(const PreferredDevice&) const = default;
};

[[nodiscard]] PreferredDevice preferredDevice(const vulkan::DeviceInfo& device);

// Which of them it is: by its UUID and its name, or else, as a driver may give it another of either, by its
// UUID, or else by its name.
[[nodiscard]] std::optional<size_t> findDevice(
    const PreferredDevice& wanted, std::span<const PreferredDevice> devices);

// The same among those that can be used, by its index.
[[nodiscard]] std::optional<int> findUsableDevice(
    const PreferredDevice& wanted, std::span<const vulkan::DeviceInfo> devices);

} // namespace weightless::ui
