// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows that are cut into parts (ops::RowParts), none of which is empty. Include after PARAMETERS with `teams`, all parts of all rows,
// `parts` of a row, the `partLength` of all but a row's last one, and `extent` of a row.

#ifndef WEIGHTLESS_REDUCTION_PARTS_GLSL
#define WEIGHTLESS_REDUCTION_PARTS_GLSL

struct Part {
    uint row;
    uint first; // element of the row
    uint elements;
};

// That of a team; the last one where the team has none.
Part partOf(uint team)
{
    const uint index = min(team, push.teams - 1);
    Part part;
    part.row = index / push.parts;
    part.first = index % push.parts * push.partLength;
    part.elements = min(push.partLength, push.extent - part.first);
    return part;
}

#endif
