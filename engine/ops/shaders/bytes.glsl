// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Bytes beside a kernel's own types.

#define U8_STORAGE uint8_t
#define U8_BYTES 1
