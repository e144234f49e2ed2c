// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/generation.h"

#include <algorithm>

namespace weightless::diffusion {

uint64_t GenerationReport::deviceBytes() const
{
    uint64_t most = 0;
    for (const GenerationPhase& phase : phases) {
        most = std::max(most, phase.deviceBytes);
    }
    return most;
}

uint64_t GenerationReport::hostBytes() const
{
    uint64_t most = 0;
    for (const GenerationPhase& phase : phases) {
        most = std::max(most, phase.hostBytes);
    }
    return most;
}

double GenerationReport::compileSeconds() const
{
    double sum = 0;
    for (const GenerationPhase& phase : phases) {
        sum += phase.compileSeconds;
    }
    return sum;
}

} // namespace weightless::diffusion
