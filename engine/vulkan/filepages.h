// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace weightless::vulkan {

class Device;

// Whether commands can read pages of files, which are mapped for reading alone. A driver that takes such
// pages (Device::importHostMemory()) may lose the device with the first command that reads them. So hardware
// is asked once: a logical device of its own copies a page of the running program's file. Any thread.
[[nodiscard]] bool readsFilePages(const Device& device);

} // namespace weightless::vulkan
