// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/json.h"
#include "engine/model/hostvalue.h"

#include <string>

namespace weightless::cli {

// Of a value that is no tensor: "a sequence of 3 values".
[[nodiscard]] std::string kindOf(const HostValue& value);

// All of it: null for an optional without a value, a list for a sequence, {"keys": […], "values": […]} for a
// map, {"type": …, "shape": […], "values": […]} for a tensor; of one with more than 4,096 elements the first
// ones, and "more", how many follow.
[[nodiscard]] Json valueJson(const HostValue& value);

// A line for each of the first elements, which `name` precedes: "name[0]: no: 0.21, yes: 0.79". Nothing for
// an optional without a value.
[[nodiscard]] std::string valueText(const std::string& name, const HostValue& value);

} // namespace weightless::cli
