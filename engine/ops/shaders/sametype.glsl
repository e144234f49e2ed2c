// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// T1 of kernels whose variants name one type alone.

#define T1_STORAGE T0_STORAGE
#define T1_COMPUTE T0_COMPUTE
#define T1_LOAD T0_LOAD
#define T1_STORE T0_STORE
#define T1_BYTES T0_BYTES
