// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// For cards, whose invocations share the depth.

#include "recurrent/step.glsl"
