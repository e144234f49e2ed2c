// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weightless::testing {

// The module with arithmetic as inaccurate as Vulkan's "Precision of core SPIR-V instructions" lets a device
// have it, and the same on every run. Of float32, and of what is made float16; the rest is as it was.
[[nodiscard]] std::vector<uint32_t> roughModule(std::span<const uint32_t> words);

} // namespace weightless::testing
