// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What rows are reduced to.

#ifndef WEIGHTLESS_REDUCTION_KINDS_GLSL
#define WEIGHTLESS_REDUCTION_KINDS_GLSL

layout(constant_id = 3) const uint kind = 0; // of reduction.cpp
#define SUM 0
#define MEAN 1
#define MAXIMUM 2
#define MINIMUM 3
#define PRODUCT 4
#define L1 5
#define L2 6
#define SUM_SQUARE 7
#define LOG_SUM 8
#define LOG_SUM_EXP 9
// Of parts of rows alone: deviations from the mean, squared, and squares, of which mean and inverse deviation of a row are made.
#define MOMENTS 10
#define MEAN_SQUARE 11

#endif
