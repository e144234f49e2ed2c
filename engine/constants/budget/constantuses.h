// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weightless {

// One step of a run, as far as constants go.
struct ConstantStep {
    std::vector<size_t> constants; // that it reads, each once
    uint64_t operations = 0; // rough count of arithmetic operations
};

// How a graph uses its constants, as far as that is known before it runs.
struct ConstantUses {
    std::vector<ConstantStep> steps; // of one run, in order
    std::vector<ConstantStep> onceSteps; // before the first run
    // Of nodes beyond these steps (branches, bodies of loops, what is planned later): what each reads at
    // once.
    std::vector<std::vector<size_t>> laterNodes;
    std::vector<size_t> alwaysNeeded; // read between the steps, or by the CPU: cannot come and go
};

} // namespace weightless
