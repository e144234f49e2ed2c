// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments/arguments.h"
#include "engine/constants/loadoptions.h"

#include <string>
#include <vector>

namespace weightless::cli {

// --path, --cache, --readers, --slice, --slices, --order: how the loading itself is done.
[[nodiscard]] std::vector<OptionSpec> loadOptionSpecs();

// Those and --mode. A path implies its mode. UsageError, also for what contradicts itself: a path that the
// mode does not take, or dropping the page cache that zero-copy hands to the device.
[[nodiscard]] LoadOptions loadOptions(const Arguments& arguments);

} // namespace weightless::cli
