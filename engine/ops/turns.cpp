// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/turns.h"

namespace weightless::ops {

uint64_t operationsInTurn(const DevicePolicy& policy, uint64_t count, uint64_t rounds)
{
    constexpr uint64_t latency = 8; // in rounds of invocations that do not wait
    return std::max(count, latency * policy.enoughRows) * rounds;
}

uint64_t mostRoundsInTurn(const DevicePolicy& policy)
{
    return std::max<uint64_t>(policy.mostOperationsPerSubmission / operationsInTurn(policy, 1, 1), 1);
}

} // namespace weightless::ops
