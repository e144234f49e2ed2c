// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "exact.glsl"

#include "elementwise/operations.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 3) const uint operation = 0;

#include "elementwise/binarymath.glsl"
#include "sametype.glsl"
#define RESULT_STORAGE T0_STORAGE
#define RESULT_COMPUTE T0_COMPUTE
#define RESULT_BYTES T0_BYTES
#define RESULT_STORE T0_STORE
#include "elementwise/broadcastloop.glsl"
