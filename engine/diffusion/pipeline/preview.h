// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/diffusion/pipeline/generation.h"
#include "engine/model/hosttensor.h"

namespace weightless::diffusion {

// How a decoder's latents look, roughly: one pixel for each place, its colours a linear function of the four
// channels, whose numbers are those in use for Stable Diffusion's two families of decoders. Empty for latents
// of another number of channels. `latents` is float32[1, 4, h, w].
[[nodiscard]] RgbPicture previewOf(const HostTensor& latents, bool isXl);

} // namespace weightless::diffusion
