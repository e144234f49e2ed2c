// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/operator.h"

namespace weightless::ops::signal {

void registerFourier(Registry& registry); // DFT, STFT

} // namespace weightless::ops::signal
