// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// For software devices (shaders/texels.glsl).

#define WEIGHTLESS_READS_TEXELS 1
#include "recurrent/step.glsl"
