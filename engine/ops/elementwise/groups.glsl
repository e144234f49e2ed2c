// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Eight neighbours of an operand. Include after PARAMETERS and product/wide.glsl; beside GROUPS(slot, x) and a constant xAccess
//
//   READS_GROUPS(x)      xEight(base, begin, values): elements base + begin and the seven behind it, or eight times `base`
//
// The result may go where an operand lies: what an invocation writes there it has read, and writes it from that.

#ifndef WEIGHTLESS_ELEMENTWISE_GROUPS_GLSL
#define WEIGHTLESS_ELEMENTWISE_GROUPS_GLSL

// Of GroupAccess in groups.cpp.
const uint accessOne = 0;
const uint accessAligned = 1;
const uint accessAnywhere = 2;

#define READS_GROUPS(name)                                                                                            \
    void name##Eight(uint base, uint begin, out float values[8])                                                      \
    {                                                                                                                 \
        const uint at = push.tensorOffset[name##Slot] + base + begin;                                                 \
        if (name##Access == accessOne) {                                                                              \
            const float value = READ(name, base);                                                                     \
            [[unroll]] for (uint e = 0; e < 8; ++e) {                                                                 \
                values[e] = value;                                                                                    \
            }                                                                                                         \
        } else if (name##Access == accessAligned) {                                                                   \
            READ_EIGHT(name, at / texelElements, values);                                                             \
        } else {                                                                                                      \
            READ_NEIGHBOURS(name, int(at >> texelShift), 0, int((at + 7) >> texelShift), at, 8, values)               \
        }                                                                                                             \
    }

#endif
