// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace weightless {

// The newest published operator set of ai.onnx whose texts the operators here were held to.
inline constexpr int64_t newestOpset = 28;

// What a model of a newer set is told, which is read and run all the same: operators that a new set leaves
// alone, nearly all of them, do what they did. Empty for the sets that are known.
[[nodiscard]] inline std::string describeNewerOpset(int64_t opset)
{
    if (opset <= newestOpset) {
        return {};
    }
    return "The model uses operator set " + std::to_string(opset)
        + " of ai.onnx, and the newest known here is " + std::to_string(newestOpset)
        + ": an operator that changed since then runs as it was before";
}

} // namespace weightless
