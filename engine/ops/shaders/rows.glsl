// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Kernels that reduce rows: a work group is cut into teams of `teamSize` lanes (a power of two), one row each.
// Teams of one suit many rows or short ones, teams of a whole group few long ones. Every invocation reaches every call
// of the team functions, also those whose row does not exist.
// Constants 0 to 2 are those of ops::RowTeams; TEAM_TYPE is the type that is reduced (float unless defined before).

#ifndef WEIGHTLESS_ROWS_GLSL
#define WEIGHTLESS_ROWS_GLSL

#ifndef TEAM_TYPE
#define TEAM_TYPE float
#endif

layout(local_size_x = 64, local_size_x_id = 1) in;
layout(constant_id = 0) const uint teamSize = 1;
layout(constant_id = 2) const uint stepsAtOnce = 1;
shared TEAM_TYPE teamScratch[gl_WorkGroupSize.x];

uint teamRow()
{
    return (gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x) * (gl_WorkGroupSize.x / teamSize)
        + gl_LocalInvocationID.x / teamSize;
}
uint teamLane() { return gl_LocalInvocationID.x % teamSize; }

// TEAM_FOR(i, extent) { … } does the block for this lane's elements i of the row, stepsAtOnce of them per loop round.
#define TEAM_FOR(i, extent)                                                                                           \
    for (uint i##First = teamLane(); i##First < (extent); i##First += teamSize * stepsAtOnce)                         \
        [[unroll]] for (uint i##Step = 0, i = i##First; i##Step < stepsAtOnce; ++i##Step, i += teamSize)              \
            if (stepsAtOnce == 1 || i < (extent))

#define TEAM_REDUCE(name, combine)                                                                                    \
    TEAM_TYPE name(TEAM_TYPE value)                                                                                   \
    {                                                                                                                 \
        if (teamSize == 1) {                                                                                          \
            return value;                                                                                             \
        }                                                                                                             \
        const uint lane = gl_LocalInvocationID.x;                                                                     \
        teamScratch[lane] = value;                                                                                    \
        barrier();                                                                                                    \
        for (uint half_ = teamSize / 2; half_ > 0; half_ /= 2) {                                                      \
            if (lane % teamSize < half_) {                                                                            \
                const TEAM_TYPE a = teamScratch[lane];                                                                \
                const TEAM_TYPE b = teamScratch[lane + half_];                                                        \
                teamScratch[lane] = combine;                                                                          \
            }                                                                                                         \
            barrier();                                                                                                \
        }                                                                                                             \
        const TEAM_TYPE result = teamScratch[lane / teamSize * teamSize];                                             \
        barrier();                                                                                                    \
        return result;                                                                                                \
    }

TEAM_REDUCE(teamSum, a + b)
TEAM_REDUCE(teamMax, max(a, b))

#endif
