// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/weighttraffic.h"

#include <algorithm>
#include <iterator>

namespace weightless {

void WeightTraffic::add(WeightTraffic&& other)
{
    broughtBytes += other.broughtBytes;
    broughtCount += other.broughtCount;
    firstSubmissionSeconds = broughtCount == other.broughtCount ? other.firstSubmissionSeconds
                                                                : firstSubmissionSeconds; // the first's
    waitedSeconds += other.waitedSeconds;
    const size_t room = mostNoted - std::min(mostNoted, brought.size());
    other.brought.resize(std::min(other.brought.size(), room));
    std::ranges::move(other.brought, std::back_inserter(brought));
}

} // namespace weightless
