// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How rows that are held are scaled and activated once they are normalised. Include after HELD_IN(…, scale), HELD_IN(…, bias),
// PARAMETERS with those of rownorm.comp, activation.glsl and normalized.glsl.

#ifndef WEIGHTLESS_HELDSCALE_GLSL
#define WEIGHTLESS_HELDSCALE_GLSL

layout(constant_id = 7) const uint activation = 0;
layout(constant_id = 8) const uint scalesEach = 0; // run is 1: no element needs a division

// What element i of the row is scaled by where scalesEach is not said, as rownorm.comp has it, and the elements behind it.
// Those that do not exist have some, so that a quad of one run needs no branch.
#define PARAMETER_QUAD(name)                                                                                          \
    vec4 name##Of(uint parameter, uint i, uint extent)                                                                \
    {                                                                                                                 \
        const uint first = min(i, extent - 1);                                                                        \
        if (push.run % 4 == 0) {                                                                                      \
            return vec4(LOAD(T0, name, parameter + first / push.run));                                                \
        }                                                                                                             \
        vec4 values;                                                                                                  \
        [[unroll]] for (uint k = 0; k < 4; ++k) {                                                                     \
            values[k] = LOAD(T0, name, parameter + min(first + k, extent - 1) / push.run);                            \
        }                                                                                                             \
        return values;                                                                                                \
    }
PARAMETER_QUAD(scale)
PARAMETER_QUAD(bias)

HELD_QUAD heldScales[heldQuads];
HELD_QUAD heldBiases[heldQuads];

// Those of the `count` elements from `first` on, where each has its own. `extent` is 0 for no row, as that of xHold().
void holdScales(uint first, uint count, uint extent)
{
    if (scalesEach != 0) {
        scaleHold(first, count, extent, heldScales);
        if (hasBias != 0) {
            biasHold(first, count, extent, heldBiases);
        }
    }
}

// Quad q, which is normalised. Where runs of elements have a scale, the row's first one is `parameter`, and the quad's first
// element number i of the row.
vec4 scaledQuad(uint q, vec4 values, uint parameter, uint i)
{
    values *= scalesEach != 0 ? quadValues(heldScales[q]) : scaleOf(parameter, i, push.extent);
    if (hasBias != 0) {
        values += scalesEach != 0 ? quadValues(heldBiases[q]) : biasOf(parameter, i, push.extent);
    }
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        values[k] = activated(values[k], activation, push.low, push.high);
    }
    return values;
}

#endif
