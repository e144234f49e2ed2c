// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/json.h"
#include "engine/runtime/devicerates.h"

#include <string>

namespace weightless::cli {

// What a device reached, in operations and bytes per second.
[[nodiscard]] Json ratesJson(const DeviceRates& rates);

// The same as a table; kernels whose products were wrong are marked.
[[nodiscard]] std::string ratesTable(const DeviceRates& rates);

} // namespace weightless::cli
