// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Transposed convolution, one result per invocation: it gathers the inputs whose windows it lies in.
// x [images, groups * channels, in …], w [groups * channels, filters, kernel …], y [images, groups * filters, out …].

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, readonly, T0, w)
TENSOR(2, writeonly, T0, y)
TENSOR(3, readonly, T0, bias)

PARAMETERS(uint count; uint groups; uint channels; uint filters; uint inSize[3]; uint outSize[3]; uint kernel[3];
           uint strides[3]; uint dilations[3]; uint periods[3]; int pads[3];)

layout(constant_id = 0) const uint hasBias = 0;
layout(constant_id = 1) const uint channelsAtOnce = 1; // per round of the innermost loop

struct Hit {
    uint tap;
    int source; // the input coordinate that it brings to the place; negative: there is none
    int move; // how far before that is what the next one brings, periods[axis] taps behind it
};

// The first tap that brings an input to `place`. Divisions take most of the time of a filter with few hits: there is one
// where nothing is dilated, none without strides.
Hit firstHit(int place, uint axis)
{
    const int shifted = place + push.pads[axis];
    const int stride = int(push.strides[axis]);
    const int period = int(push.periods[axis]);
    const int dilation = int(push.dilations[axis]);
    if (shifted < 0) {
        return Hit(0, -1, 0);
    }
    int source = stride > 1 ? shifted / stride : shifted;
    int residue = shifted - source * stride;
    int tap = 0;
    if (dilation == 1) {
        tap = residue;
        residue = 0;
    }
    const int whole = dilation >= stride ? dilation / stride : 0;
    for (; tap + 1 < min(period, int(push.kernel[axis])) && residue > 0; ++tap) {
        residue -= dilation - whole * stride;
        source -= residue < 0 ? whole + 1 : whole;
        residue += residue < 0 ? stride : 0;
    }
    if (residue != 0) {
        return Hit(0, -1, 0);
    }
    const int move = period == stride ? dilation : dilation / (stride / period);
    int late = max(source - int(push.inSize[axis]) + 1, 0);
    if (late > 0) {
        late = move > 1 ? (late - 1) / move + 1 : late;
        tap += late * period;
        source -= late * move;
    }
    return Hit(uint(tap), source, move);
}

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint lines = index / push.outSize[2];
    const int ox = int(index - lines * push.outSize[2]);
    const uint planes = push.outSize[1] > 1 ? lines / push.outSize[1] : lines;
    const int oy = int(lines - planes * push.outSize[1]);
    uint rest = push.outSize[0] > 1 ? planes / push.outSize[0] : planes;
    const int oz = int(planes - rest * push.outSize[0]);
    const uint filterIndex = rest % push.filters;
    rest /= push.filters; // image * groups + group
    const uint group = rest % push.groups;
    const uint taps = push.kernel[0] * push.kernel[1] * push.kernel[2];
    const uint inCount = push.inSize[0] * push.inSize[1] * push.inSize[2];

    REAL sum = hasBias != 0 ? LOAD(T0, bias, group * push.filters + filterIndex) : 0.0;
    const Hit first[3] = Hit[3](firstHit(oz, 0), firstHit(oy, 1), firstHit(ox, 2));
    int z = first[0].source;
    for (uint kz = first[0].tap; kz < push.kernel[0] && z >= 0; kz += push.periods[0]) {
        int v = first[1].source;
        for (uint ky = first[1].tap; ky < push.kernel[1] && v >= 0; ky += push.periods[1]) {
            int u = first[2].source;
            for (uint kx = first[2].tap; kx < push.kernel[2] && u >= 0; kx += push.periods[2]) {
                uint from =
                    rest * push.channels * inCount + (uint(z) * push.inSize[1] + uint(v)) * push.inSize[2] + uint(u);
                uint tap = (group * push.channels * push.filters + filterIndex) * taps
                    + (kz * push.kernel[1] + ky) * push.kernel[2] + kx;
                for (uint c = 0; c < push.channels; c += channelsAtOnce) {
                    [[unroll]] for (uint i = 0; i < channelsAtOnce; ++i) {
                        if (channelsAtOnce == 1 || c + i < push.channels) {
                            sum += LOAD(T0, x, from) * LOAD(T0, w, tap);
                        }
                        from += inCount;
                        tap += push.filters * taps;
                    }
                }
                u -= first[2].move;
            }
            v -= first[1].move;
        }
        z -= first[0].move;
    }
    STORE(T0, y, index, sum);
}
