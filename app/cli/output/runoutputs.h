// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/json.h"
#include "engine/session/requests.h"

#include <span>
#include <string>

namespace weightless::cli {

// What the outputs of a run are like: statistics of numbers, the first of strings and of what maps and
// sequences hold, all of that in JSON.
[[nodiscard]] Json outputsJson(std::span<const RunOutput> outputs);
[[nodiscard]] std::string outputsText(std::span<const RunOutput> outputs);

} // namespace weightless::cli
