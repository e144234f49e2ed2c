// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/bytes.h"
#include "tests/engine/constants/loadscene.h"

namespace weightless::testing {

// A constant of addSeveral() takes several.
inline constexpr Slices smallSlices {.bytes = 16 * KiB};

inline void addSeveral(LoadScene& scene)
{
    for (int i = 0; i < 6; ++i) {
        scene.addConstant(DataType::Float32, 30000);
    }
    scene.finish();
}

} // namespace weightless::testing
