// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

layout(constant_id = 0) const uint radix = 2;

TENSOR(0, readonly, REAL, x) // [lines, size, 2]
TENSOR(1, readonly, REAL, turns) // [size, 2]: cosine and sine of every fraction of a turn
TENSOR(2, writeonly, REAL, y)
// One pass of a forward transform that sorts itself (Stockham): `stride` is the product of the radices of the passes
// before. An invocation transforms `radix` elements that lie size / radix apart, and turns them.
PARAMETERS(uint count; uint size; uint stride;)

#ifdef T0_IS_f64
#define COMPLEX dvec2
#else
#define COMPLEX vec2
#endif

COMPLEX v[16];

COMPLEX quarterBack(COMPLEX a) { return COMPLEX(a.y, -a.x); }

void two(uint a, uint b)
{
    const COMPLEX sum = v[a] + v[b];
    v[b] = v[a] - v[b];
    v[a] = sum;
}

// Leaves the results at a, b, c, d in their order.
void four(uint a, uint b, uint c, uint d)
{
    two(a, c);
    two(b, d);
    const COMPLEX third = v[a] - v[b];
    v[a] += v[b];
    const COMPLEX turned = quarterBack(v[d]);
    v[b] = v[c] + turned;
    v[d] = v[c] - turned;
    v[c] = third;
}

void eight(REAL halfRoot)
{
    four(0, 2, 4, 6);
    four(1, 3, 5, 7);
    v[3] = (v[3] + quarterBack(v[3])) * halfRoot;
    v[5] = quarterBack(v[5]);
    v[7] = (quarterBack(v[7]) - v[7]) * halfRoot;
    [[unroll]] for (uint k = 0; k < 8; k += 2) {
        two(k, k + 1);
    }
    const COMPLEX order[8] = COMPLEX[8](v[0], v[2], v[4], v[6], v[1], v[3], v[5], v[7]);
    [[unroll]] for (uint k = 0; k < 8; ++k) {
        v[k] = order[k];
    }
}

// Of an odd number: what mirrors each other is added and subtracted first.
void odd(uint apart)
{
    const uint pairs = radix / 2;
    COMPLEX sums[7];
    COMPLEX differences[7];
    COMPLEX all = v[0];
    [[unroll]] for (uint j = 1; j <= pairs; ++j) {
        sums[j] = v[j] + v[radix - j];
        differences[j] = quarterBack(v[j] - v[radix - j]);
        all += sums[j];
    }
    [[unroll]] for (uint k = 1; k <= pairs; ++k) {
        COMPLEX even = v[0];
        COMPLEX skew = COMPLEX(0);
        [[unroll]] for (uint j = 1; j <= pairs; ++j) {
            const uint turn = 2 * (j * k % radix * apart);
            even += sums[j] * AT(turns, turn);
            skew += differences[j] * AT(turns, turn + 1);
        }
        v[k] = even + skew;
        v[radix - k] = even - skew;
    }
    v[0] = all;
}

void main()
{
    const uint i = linearIndex();
    if (i >= push.count) {
        return;
    }
    const uint apart = push.size / radix;
    const uint line = i / apart;
    const uint within = i - line * apart;
    const uint step = within / push.stride;
    const uint first = line * push.size + within;
    [[unroll]] for (uint j = 0; j < radix; ++j) {
        const uint at = 2 * (first + j * apart);
        v[j] = COMPLEX(AT(x, at), AT(x, at + 1));
    }
    if (radix == 2) {
        two(0, 1);
    } else if (radix == 4) {
        four(0, 1, 2, 3);
    } else if (radix == 8) {
        eight(AT(turns, 2 * (push.size / 8)));
    } else {
        odd(apart);
    }
    // Turned by step * k of the stretch that is still to be transformed: below a whole turn.
    const uint target = line * push.size + within - step * push.stride + step * push.stride * radix;
    [[unroll]] for (uint k = 0; k < radix; ++k) {
        const uint turn = 2 * (step * push.stride * k);
        const REAL c = AT(turns, turn);
        const REAL s = AT(turns, turn + 1);
        const uint at = 2 * (target + k * push.stride);
        AT(y, at) = v[k].x * c + v[k].y * s;
        AT(y, at + 1) = v[k].y * c - v[k].x * s;
    }
}
