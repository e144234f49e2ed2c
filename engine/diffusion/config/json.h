// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace weightless::diffusion {

// One JSON value. InvalidArgument, naming `name`, where the text is none or is nested more than 16 deep.
[[nodiscard]] nlohmann::json parseJson(const std::string& name, std::string_view text);

} // namespace weightless::diffusion
