// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "tests/engine/constants/loaders/sourcescene.h"
#include "tests/engine/constants/loadscene.h"
#include "tests/engine/vulkan/testdevice.h"

#include <cstddef>
#include <memory>
#include <string>

namespace weightless::testing {

inline constexpr Slices archiveSlices {.bytes = 16 * KiB, .count = 2, .readers = 2};

// Runs of many lengths, so that packing has something to do and every byte its place.
[[nodiscard]] std::string runs(size_t bytes);

// Of an Archive of such runs.
[[nodiscard]] SourceScene archiveScene(size_t bytes = 200'000);

// For cleanup(): no message of the validation layer, and no memory of the host that a load has forgotten.
void verifyNothingIsLeft(const std::unique_ptr<TestDevice>& gpu);

} // namespace weightless::testing
