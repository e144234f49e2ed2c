// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of the kernels that sort lines in runs.

#ifndef WEIGHTLESS_TOPK_RUNS_GLSL
#define WEIGHTLESS_TOPK_RUNS_GLSL

layout(constant_id = 1) const uint areResults = 1; // what is written, [outer, k, inner]; else runs, [line, run, kept]

#endif
