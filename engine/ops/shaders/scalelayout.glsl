// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Members of PARAMETERS: ScaleLayout of ops/scalelayout.h, the axis whose elements have scales of their own, in blocks,
// and what is behind it; strides step the scales. scaleindex.glsl, included behind PARAMETERS, finds places in it.
#define SCALE_LAYOUT uint axisSize; uint innerSize; uint block; uint outerStride; uint axisStride; uint innerStride;
