// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "elementwise/operations.glsl"
#include "elementwise/unarymath.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 3) const uint operation = 0;

PARAMETERS(uint count; float alpha; float beta;)

float evaluate(float value) { return unary(operation, value, push.alpha, push.beta); }

#include "sametype.glsl"
#include "elementwise/flatloop.glsl"
