// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Winograd's result: the products m of a tile's values become its results AT m A, and what follows the convolution.
// m[image][value][filter][tile] as winogradinput.comp lays tiles out; a lane makes 8 tiles of a filter.

#include "tensor.glsl"
#include "product/wide.glsl"
#include "product/floats.glsl"

layout(local_size_x = 64) in;

FLOATS_TEXELS(0, m)
TENSOR(1, writeonly, T0, y)
WIDE_TENSOR(1, writeonly, y)
PARTS_OF_TENSOR(1, writeonly, y)
TENSOR(2, readonly, T0, bias)
TENSOR(2, readonly, F32, factors)
GROUPS(3, residual)

PARAMETERS(uint count; uint filters; uint allFilters; uint firstFilter; uint firstImage; uint height; uint width;
           uint groups; uint runsAcross; uint tileRows; uint firstTileRow; float low; float high;)

#include "conv/winograd.glsl"

layout(constant_id = 1) const uint biasKind = 0; // of ops::product::BiasKind
layout(constant_id = 2) const uint hasResidual = 0;
layout(constant_id = 3) const uint activation = 0;
layout(constant_id = 4) const uint storeWidth = 1;

#include "product/activation.glsl"
#include "product/storerow.glsl"

void main()
{
    const uint index = linearIndex();
    if (index >= push.count) {
        return;
    }
    const uint group = index % push.groups;
    const uint plane = index / push.groups;
    const uint image = plane / push.filters;
    const uint filterIndex = push.firstFilter + plane % push.filters;
    const uint place = (image * values * push.filters + plane % push.filters) * push.groups + group;
    float tiles[values][8];
    [[unroll]] for (uint i = 0; i < values; ++i) {
        READ_FLOATS(m, push.tensorOffset[0] / 8 + place + i * push.filters * push.groups, tiles[i]);
    }
    float factor = 1.0;
    float offset = 0.0;
    if (biasKind == 1) {
        offset = LOAD(T0, bias, filterIndex);
    } else if (biasKind == 3) {
        factor = AT(factors, filterIndex);
        offset = AT(factors, push.allFilters + filterIndex);
    }
    // Push constants that are read where lanes may differ are read by each lane, every time; these once.
    const uint width = push.width;
    const float low = activation == slopedActivation ? AT(factors, 2 * push.allFilters + filterIndex) : push.low;
    const float high = push.high;
    const uint offsetResidual = push.tensorOffset[3];
    // Not unrolled, since drivers take long enough for one run: its tiles are picked by comparing.
    for (uint run = 0; run < runsPerGroup; ++run) {
        const uint tileRow = (group * runsPerGroup + run) / push.runsAcross;
        const uint column = (group * runsPerGroup + run) % push.runsAcross * 8;
        float results[4][8];
        [[unroll]] for (uint t = 0; t < tilesPerRun; ++t) {
            float columns[4][6];
            [[unroll]] for (uint j = 0; j < edge; ++j) {
                float products[6];
                [[unroll]] for (uint i = 0; i < edge; ++i) {
                    products[i] = tiles[i * edge + j][t];
                    [[unroll]] for (uint r = 1; r < runsPerGroup; ++r) {
                        products[i] = run == r ? tiles[i * edge + j][r * tilesPerRun + t] : products[i];
                    }
                }
                float pixels[4];
                toResults(products, pixels);
                [[unroll]] for (uint i = 0; i < tileEdge; ++i) {
                    columns[i][j] = pixels[i];
                }
            }
            [[unroll]] for (uint i = 0; i < tileEdge; ++i) {
                float pixels[4];
                toResults(columns[i], pixels);
                [[unroll]] for (uint j = 0; j < tileEdge; ++j) {
                    results[i][t * tileEdge + j] = pixels[j];
                }
            }
        }
        [[unroll]] for (uint i = 0; i < tileEdge; ++i) {
            float pixels[8] = results[i];
            const uint row = (push.firstTileRow + tileRow) * tileEdge + i;
            if (tileRow < push.tileRows && row < push.height) {
                const uint to = (((push.firstImage + image) * push.allFilters + filterIndex) * push.height + row) * width
                    + column;
                float residuals[8];
                [[unroll]] for (uint e = 0; e < 8; ++e) {
                    residuals[e] = 0.0;
                }
                if (hasResidual != 0) {
                    const uint begin = offsetResidual + to;
                    const uint last = (begin - column + width - 1) / texelElements; // of the row
                    READ_NEIGHBOURS(residual, begin / texelElements, 0, last, begin, 8, residuals)
                }
                [[unroll]] for (uint e = 0; e < 8; ++e) {
                    pixels[e] = activated(pixels[e] * factor + offset + residuals[e], activation, low, high);
                }
                storeRow(pixels, to, column, width);
            }
        }
    }
}
