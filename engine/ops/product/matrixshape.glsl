// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How a work group of a kernel on matrix units divides its tile. Further numbers of such kernels begin at 12.

#ifndef WEIGHTLESS_PRODUCT_MATRIXSHAPE_GLSL
#define WEIGHTLESS_PRODUCT_MATRIXSHAPE_GLSL

layout(local_size_x = 128, local_size_x_id = 4) in; // subgroupsDown * subgroupsAcross whole subgroups
layout(constant_id = 5) const uint tileRows = 64;
layout(constant_id = 6) const uint tileColumns = 64;
layout(constant_id = 7) const uint subgroupsDown = 2;
layout(constant_id = 8) const uint subgroupsAcross = 2;
layout(constant_id = 9) const uint unitRows = 16; // of the device's matrices
layout(constant_id = 10) const uint unitColumns = 16;
layout(constant_id = 11) const uint unitDepth = 16;

#endif
