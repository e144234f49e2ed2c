// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace weightless::bench {

// Writes a model of so many nodes, in blocks of ten with a shortcut each, in stages of twenty, as exporters
// name them; every third node has a small weight. An existing file is written again.
void writeManyNodes(const std::filesystem::path& path, int nodes);

} // namespace weightless::bench
