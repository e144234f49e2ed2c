// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Max, average and Lp pooling over up to three spatial dimensions, one result per invocation.

#include "tensor.glsl"
#include "real.glsl"

layout(local_size_x = 64) in;

TENSOR(0, readonly, T0, x)
TENSOR(1, writeonly, T0, y)
TENSOR(2, writeonly, I64, indices)

PARAMETERS(uint count; uint inSize[3]; uint outSize[3]; uint kernel[3]; uint strides[3]; uint dilations[3];
           int padsBegin[3]; int padsEnd[3]; float power;)

layout(constant_id = 0) const uint kind = 0; // 0 maximum, 1 average, 2 average with the pads counted, 3 Lp
layout(constant_id = 1) const uint writesIndices = 0; // 1 row-major, 2 column-major
layout(constant_id = 2) const uint tapsAtOnce = 1; // per round of the innermost loop

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    int begin[3];
    uint rest = index;
    [[unroll]] for (uint a = 3; a-- > 0;) {
        begin[a] = int(rest % push.outSize[a] * push.strides[a]) - push.padsBegin[a];
        rest /= push.outSize[a];
    }
    const uint plane = rest * push.inSize[0] * push.inSize[1] * push.inSize[2];

    bool isFirst = true;
    T0_COMPUTE best = T0_COMPUTE(0);
    uvec3 bestPlace = uvec3(0);
    REAL sum = 0.0;
    uint counted = 0;
    for (uint kz = 0; kz < push.kernel[0]; ++kz) {
        const int z = begin[0] + int(kz * push.dilations[0]);
        for (uint ky = 0; ky < push.kernel[1]; ++ky) {
            const int v = begin[1] + int(ky * push.dilations[1]);
            for (uint kx = 0; kx < push.kernel[2]; kx += tapsAtOnce) {
                [[unroll]] for (uint tap = 0; tap < tapsAtOnce; ++tap) {
                    const bool exists = tapsAtOnce == 1 || kx + tap < push.kernel[2];
                    const int u = begin[2] + int((kx + tap) * push.dilations[2]);
                    // A window may reach beyond the padding in ceil_mode; what lies there never counts.
                    const bool isPadded = exists && z < int(push.inSize[0]) + push.padsEnd[0]
                        && v < int(push.inSize[1]) + push.padsEnd[1] && u < int(push.inSize[2]) + push.padsEnd[2];
                    const bool inside = exists && z >= 0 && z < int(push.inSize[0]) && v >= 0
                        && v < int(push.inSize[1]) && u >= 0 && u < int(push.inSize[2]);
                    counted += (kind == 2 ? isPadded : inside) ? 1 : 0;
                    if (inside) {
                        const T0_COMPUTE value = LOAD(
                            T0, x, plane + (uint(z) * push.inSize[1] + uint(v)) * push.inSize[2] + uint(u));
                        if (kind == 0) {
                            if (isFirst || value > best || (value != value && best == best)) { // the first NaN wins
                                best = value;
                                bestPlace = uvec3(z, v, u);
                            }
                        } else if (kind == 3) {
                            sum += realPow(abs(REAL(value)), push.power);
                        } else {
                            sum += REAL(value);
                        }
                        isFirst = false;
                    }
                }
            }
        }
    }
    if (kind == 0) {
        STORE(T0, y, index, best);
        if (writesIndices == 1) {
            AT(indices, index) = int64_t(
                plane + (bestPlace.x * push.inSize[1] + bestPlace.y) * push.inSize[2] + bestPlace.z);
        } else if (writesIndices == 2) {
            AT(indices, index) = int64_t(
                plane + bestPlace.x + push.inSize[0] * (bestPlace.y + push.inSize[1] * bestPlace.z));
        }
    } else if (kind == 3) {
        STORE(T0, y, index, T0_COMPUTE(realPow(sum, REAL(1.0) / REAL(push.power))));
    } else {
        STORE(T0, y, index, T0_COMPUTE(sum / REAL(max(counted, 1u))));
    }
}
