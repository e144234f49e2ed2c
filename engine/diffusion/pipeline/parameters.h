// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/generation.h"

#include <string>
#include <string_view>

namespace weightless::diffusion {

// How a picture was made, as the text other programs keep in a PNG file under "parameters": the prompt, the
// negative one, and a line of settings. One line each, whatever the prompts hold. The type of the weights is
// among them where one was chosen.
[[nodiscard]] std::string parametersText(
    const GenerationRequest& request, uint64_t seed, std::string_view model);

} // namespace weightless::diffusion
