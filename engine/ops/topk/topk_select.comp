// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"

#include "topk/order.glsl"

layout(local_size_x = 64, local_size_x_id = 1) in;

const uint allElements = 0; // of a line
const uint firstOfGroups = 1; // a line is what topk_groups made, with the places where those were
const uint membersOfGroups = 2; // of the groups that are chosen, of `groups`
layout(constant_id = 2) const uint candidates = allElements;

TENSOR(0, readonly, KEPT, x) // [outer, size, inner]
TENSOR(1, readonly, U32, places) // [outer, size, inner] of the first, else [line, kept]: which groups
TENSOR(2, writeonly, U32, chosen) // [line, kept] in no order
// A work group chooses the first `kept` of a line's `count` candidates. It counts them by a few bits of their keys, from
// the upper ones on, until it is known which bits the last of the chosen has; of equal ones places are counted.
PARAMETERS(uint lines; uint size; uint inner; uint count; uint kept; uint groups; uint membersShift; uint lastPlace;)

layout(constant_id = 3) const uint digitBits = 11;
const uint digits = 1u << digitBits;
shared uint counts[digits];
shared uint sums[gl_WorkGroupSize.x];
shared uint foundDigit;
shared uint foundLeft; // to be chosen of those with that digit
shared uint foundCount; // of those
shared uint chosenCount;

struct Candidate {
    bool exists;
    KEY key;
    uint nearness; // to the line's beginning
    uint name; // what is written if it is chosen
};

// All that is known of the last of the chosen.
KEY keyMask = KEY(0);
KEY keyBound = KEY(0);
uint nearnessMask = 0;
uint nearnessBound = 0;
uint left; // to be chosen of those that are as far as is known equal to it

Candidate candidateAt(uint line, uint begin, uint at)
{
    Candidate candidate;
    uint element = at;
    candidate.exists = true;
    if (candidates == membersOfGroups) {
        const uint group = AT(places, line * push.kept + (at >> push.membersShift));
        element = group + (at & ((1u << push.membersShift) - 1)) * push.groups;
        candidate.exists = element < push.size;
        element = candidate.exists ? element : group;
    }
    candidate.name = element;
    candidate.nearness
        = push.lastPlace - (candidates == firstOfGroups ? AT(places, begin + element * push.inner) : element);
    candidate.key = KEY_OF(AT(x, begin + element * push.inner));
    return candidate;
}

bool isOpen(Candidate candidate)
{
    return candidate.exists && (candidate.key & keyMask) == keyBound
        && (candidate.nearness & nearnessMask) == nearnessBound;
}

bool isChosen(Candidate candidate)
{
    const KEY key = candidate.key & keyMask;
    return candidate.exists
        && (key > keyBound || (key == keyBound && (candidate.nearness & nearnessMask) >= nearnessBound));
}

// Which digit the last of the chosen has. Lanes, of which there are no more, have as many each, the first lane the largest.
void findDigit(uint lane)
{
    const uint ownDigits = digits / gl_WorkGroupSize.x;
    const uint last = digits - lane * ownDigits;
    uint own = 0;
    for (uint d = last - ownDigits; d < last; ++d) {
        own += counts[d];
    }
    sums[lane] = own;
    barrier();
    for (uint distance = 1; distance < gl_WorkGroupSize.x; distance *= 2) {
        const uint before = lane >= distance ? sums[lane - distance] : 0;
        barrier();
        sums[lane] += before;
        barrier();
    }
    uint above = sums[lane] - own;
    if (above < left && left <= above + own) {
        uint d = last - 1;
        while (above + counts[d] < left) {
            above += counts[d];
            --d;
        }
        foundDigit = d;
        foundLeft = left - above;
        foundCount = counts[d];
    }
    barrier();
}

// Returns whether all that remain are chosen.
bool narrow(uint line, uint begin, uint shift, bool isNearness)
{
    const uint lane = gl_LocalInvocationID.x;
    for (uint d = lane; d < digits; d += gl_WorkGroupSize.x) {
        counts[d] = 0;
    }
    barrier();
    for (uint at = lane; at < push.count; at += gl_WorkGroupSize.x) {
        const Candidate candidate = candidateAt(line, begin, at);
        if (isOpen(candidate)) {
            const uint digit = isNearness ? candidate.nearness >> shift : uint(candidate.key >> shift);
            atomicAdd(counts[digit & (digits - 1)], 1);
        }
    }
    barrier();
    findDigit(lane);
    left = foundLeft;
    if (isNearness) {
        nearnessMask = ~((1u << shift) - 1);
        nearnessBound |= foundDigit << shift;
    } else {
        keyMask = ~((KEY(1) << shift) - KEY(1));
        keyBound |= KEY(foundDigit) << shift;
    }
    const bool isOver = foundCount == foundLeft;
    barrier();
    return isOver;
}

void main()
{
    const uint line = gl_WorkGroupID.y * 32768u + gl_WorkGroupID.x;
    if (line >= push.lines) {
        return;
    }
    const uint outer = line / push.inner;
    const uint begin = outer * push.size * push.inner + line - outer * push.inner;
    left = push.kept;
    bool isOver = false;
    for (uint end = keyBits; end > lowestKeyBit && !isOver;) {
        end = end > digitBits ? end - digitBits : 0;
        isOver = narrow(line, begin, end, false);
    }
    for (uint end = findMSB(push.lastPlace) + 1; end > 0 && !isOver;) {
        end = end > digitBits ? end - digitBits : 0;
        isOver = narrow(line, begin, end, true);
    }
    if (gl_LocalInvocationID.x == 0) {
        chosenCount = 0;
    }
    barrier();
    for (uint at = gl_LocalInvocationID.x; at < push.count; at += gl_WorkGroupSize.x) {
        const Candidate candidate = candidateAt(line, begin, at);
        if (isChosen(candidate)) {
            AT(chosen, line * push.kept + atomicAdd(chosenCount, 1)) = candidate.name;
        }
    }
}
