// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// ArgMax and ArgMin: a team for each part of a row, which yields a place in the row. The places of a row's parts are the
// candidates of another launch, until a row is one part.

#define TEAM_TYPE T0_COMPUTE
#include "tensor.glsl"
#include "rows.glsl"

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, I64, candidates)
TENSOR(2, writeonly, I64, y)

PARAMETERS(uint teams; uint parts; uint partSize; uint count; uint extent; uint inner;)

layout(constant_id = 3) const uint isMinimum = 0;
layout(constant_id = 4) const uint selectsLast = 0;
layout(constant_id = 5) const uint hasParts = 0;
layout(constant_id = 6) const uint hasCandidates = 0; // else all `count` elements of a row are

shared uint teamPlaces[gl_WorkGroupSize.x];

// A NaN is ahead of every number, as where a row's extreme itself is found.
bool isAhead(T0_COMPUTE value, T0_COMPUTE other, bool isChosenOfEquals)
{
    const bool isNaN = value != value;
    const bool isOtherNaN = other != other;
    const bool isBetter = (isMinimum != 0 ? value < other : value > other) || (isNaN && !isOtherNaN);
    return isBetter || (isChosenOfEquals && (value == other || (isNaN && isOtherNaN)));
}
bool isChosenPlace(uint place, uint other) { return selectsLast != 0 ? place > other : place < other; }

uint teamBest(T0_COMPUTE value, uint place)
{
    if (teamSize == 1) {
        return place;
    }
    const uint lane = gl_LocalInvocationID.x;
    teamScratch[lane] = value;
    teamPlaces[lane] = place;
    barrier();
    for (uint distance = teamSize / 2; distance > 0; distance /= 2) {
        const uint other = lane + distance;
        if (lane % teamSize < distance
            && isAhead(teamScratch[other], teamScratch[lane], isChosenPlace(teamPlaces[other], teamPlaces[lane]))) {
            teamScratch[lane] = teamScratch[other];
            teamPlaces[lane] = teamPlaces[other];
        }
        barrier();
    }
    return teamPlaces[lane];
}

void main()
{
    const uint team = teamRow();
    const bool exists = team < push.teams;
    uint row = exists ? team : 0;
    uint first = 0;
    if (hasParts != 0) {
        row = row / push.parts;
        first = team % push.parts * push.partSize;
    }
    const uint own = exists ? min(push.partSize, push.count - first) : 0;
    const uint begin = row / push.inner * push.extent * push.inner + row % push.inner;
    uint best = 0;
    T0_COMPUTE bestValue = LOAD(T0, x, begin);
    TEAM_FOR(i, own) {
        const uint place = hasCandidates != 0 ? uint(AT(candidates, row * push.count + first + i)) : first + i;
        const T0_COMPUTE value = LOAD(T0, x, begin + place * push.inner);
        // A lane meets its elements in order, but not its candidates: that of a part may be the row's first element.
        if (isAhead(value, bestValue, hasCandidates != 0 ? isChosenPlace(place, best) : selectsLast != 0)) {
            best = place;
            bestValue = value;
        }
    }
    best = teamBest(bestValue, best);
    if (exists && teamLane() == 0) {
        AT(y, team) = int64_t(best);
    }
}
