// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace weightless::bench {

// Writes a model of MatMul layers with `weightBytes` of fp32 weights, all zeros, in a data file that takes no
// room on the disk: a hole of that size. Layers have 64 MiB each, or there is one of whatever size it takes
// (`isOneLayer`). An existing file is written again.
void writeHoleyModel(const std::filesystem::path& path, uint64_t weightBytes, bool isOneLayer = false);

} // namespace weightless::bench
