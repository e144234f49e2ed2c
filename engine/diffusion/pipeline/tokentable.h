// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace weightless::diffusion {

// How many rows the table has that a text encoder looks its tokens up in, of whatever type it is stored.
// nullopt where none is looked up by the input of that name: what is not found cannot be judged.
[[nodiscard]] std::optional<int64_t> tokenTableRows(const ModelGraph& graph, std::string_view idsInput);

} // namespace weightless::diffusion
