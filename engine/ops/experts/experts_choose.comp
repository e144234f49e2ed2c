// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#define TEAM_TYPE uvec2
#include "tensor.glsl"
#include "rows.glsl"

// The experts of a token by falling score, the first of equal ones first, and what each of their results counts. A team
// has a token: it looks for what comes next after what it found before, and so needs no list. Whatever the scores are,
// there are chosenPerToken different experts that exist.

TENSOR(0, readonly, T0, scores) // [tokens, experts]
TENSOR(1, readonly, T0, given) // the same
TENSOR(2, writeonly, U32, chosen) // [tokens, chosenPerToken]
TENSOR(3, , F32, weights) // the same
PARAMETERS(uint tokens; uint experts; uint chosenPerToken;)

layout(constant_id = 3) const uint weighing = 0;
layout(constant_id = 4) const uint isNormalized = 0; // of a token, the weights add up to one
const uint bySoftmax = 0; // of all scores
const uint byGiven = 1;
const uint bySparseMixer = 2; // a softmax of the scores that are nearly as high, for each of the chosen

const float spread = 0.02; // how much of it a score may be below the highest, for the sparse mixer

// An expert is the bits of its score, so that they rise with it, and its number. Not a number is the highest of all.
uvec2 expertOf(uint token, uint expert)
{
    const uint bits = floatBitsToUint(LOAD(T0, scores, token * push.experts + expert));
    const uint magnitude = bits & 0x7fffffffu;
    const uint rising = magnitude > 0x7f800000u ? 0xffffffffu
        : bits == magnitude || magnitude == 0   ? magnitude | 0x80000000u
                                                : ~bits;
    return uvec2(rising, expert);
}

bool isBefore(uvec2 a, uvec2 b) { return a.x > b.x || (a.x == b.x && a.y < b.y); }

TEAM_REDUCE(teamFirst, isBefore(a, b) ? a : b)
TEAM_REDUCE(teamTotal, uvec2(floatBitsToUint(uintBitsToFloat(a.x) + uintBitsToFloat(b.x)), 0))

float scoreOf(uint token, uint expert) { return LOAD(T0, scores, token * push.experts + expert); }

uvec2 nextAfter(uint token, uvec2 last, bool isFirst)
{
    uvec2 next = uvec2(0, 0xffffffffu); // after all
    TEAM_FOR(expert, push.experts) {
        const uvec2 candidate = expertOf(token, expert);
        if ((isFirst || isBefore(last, candidate)) && isBefore(candidate, next)) {
            next = candidate;
        }
    }
    return teamFirst(next);
}

// Of the softmax whose highest score is that of `highest`, what its own is divided by: all scores, or from it on those
// that the sparse mixer keeps.
float totalBelow(uint token, uvec2 highest)
{
    const float top = scoreOf(token, highest.y);
    float total = 0.0;
    TEAM_FOR(expert, push.experts) {
        const float score = scoreOf(token, expert);
        const bool isLow = top - score > spread * max(abs(score), top);
        if (weighing != bySparseMixer || !(isLow || isBefore(expertOf(token, expert), highest))) {
            total += exp(score - top);
        }
    }
    return uintBitsToFloat(teamTotal(uvec2(floatBitsToUint(total), 0)).x);
}

void main()
{
    const uint row = teamRow();
    const bool exists = row < push.tokens;
    const bool writes = exists && teamLane() == 0;
    const uint token = exists ? row : 0;
    float highest = 0.0;
    float divisor = 1.0;
    float sum = 0.0;
    uvec2 last = uvec2(0);
    for (uint i = 0; i < push.chosenPerToken; ++i) {
        last = nextAfter(token, last, i == 0);
        float weight;
        if (weighing == byGiven) {
            weight = LOAD(T0, given, token * push.experts + last.y);
        } else if (weighing == bySparseMixer) {
            weight = 1.0 / totalBelow(token, last);
        } else {
            if (i == 0) {
                highest = scoreOf(token, last.y);
                divisor = isNormalized != 0 ? 1.0 : totalBelow(token, last);
            }
            weight = exp(scoreOf(token, last.y) - highest) / divisor;
        }
        sum += weight;
        if (writes) {
            AT(chosen, token * push.chosenPerToken + i) = last.y;
            AT(weights, token * push.chosenPerToken + i) = weight;
        }
    }
    for (uint i = 0; isNormalized != 0 && writes && i < push.chosenPerToken; ++i) {
        const uint at = token * push.chosenPerToken + i;
        AT(weights, at) = sum == 0.0 ? 0.0 : AT(weights, at) / sum;
    }
}
