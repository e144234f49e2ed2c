// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

const uint absentExpert = 0xffffffffu;
const uint absentPair = 0xffffffffu;
const uint mostGroupedExperts = 2048; // as in products.cpp
