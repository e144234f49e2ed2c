// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace weightless::bench {

// Writes a model of MatMul layers with `weightBytes` of fp32 weights, all zeros, in a data file that takes no
// room on the disk: a hole of that size. An existing one is written again.
void writeHoleyModel(const std::filesystem::path& path, uint64_t weightBytes);

} // namespace weightless::bench
