// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

namespace weightless {

// Kernels count on a bool being a byte of 0 or 1; other programs write others for true. Leaves other types as
// they are.
void makeBoolsZeroOrOne(HostTensor& tensor);

} // namespace weightless
