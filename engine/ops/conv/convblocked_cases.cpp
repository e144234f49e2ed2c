// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/convcases.h"

namespace weightless::ops::conv {

void addBlockedCases(CaseList& cases)
{
    const std::vector<Setting> settings {
        {.x = {1, 64, 5, 24}, .w = {4, 64, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {2, 128, 3, 8}, .w = {5, 128, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {1, 64, 6, 16}, .w = {3, 64, 5, 5}, .pads = {2, 2, 2, 2}, .hasBias = false},
        {.x = {1, 64, 4, 16}, .w = {3, 64, 1, 3}, .dilations = {1, 8}, .pads = {0, 8, 0, 8}},
        {.x = {1, 64, 3, 16}, .w = {3, 64, 3, 3}, .dilations = {2, 3}, .pads = {2, 3, 2, 3}},
        // Planes that are no eights behind rows that are, and rows that begin anywhere.
        {.x = {2, 64, 5, 10}, .w = {5, 64, 3, 3}},
        {.x = {1, 64, 4, 10}, .w = {5, 64, 3, 3}, .pads = {1, 0, 1, 0}},
        // Eights of pixels in two rows or images.
        {.x = {2, 64, 7, 7}, .w = {6, 64, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {2, 64, 14, 14}, .w = {6, 64, 3, 3}, .strides = {2, 2}, .pads = {1, 1, 1, 1}},
        {.x = {3, 128, 5, 3}, .w = {8, 64, 2, 2}, .group = 2, .pads = {1, 0, 0, 1}},
        {.x = {2, 64, 33}, .w = {5, 64, 5}, .pads = {2, 2}},
        {.x = {1, 64, 9, 9}, .w = {3, 64, 7, 7}, .pads = {3, 3, 3, 3}}, // more taps than bits
    };
    for (Setting s : settings) {
        s.isBlocked = true;
        s.type = DataType::Float16;
        for (const std::string kernel : {"imagematrix", "imagematrix64", "imagematrix128", "imagegroup32"}) {
            s.kernel = kernel;
            cases.push_back(convCase(s));
        }
    }
    for (const std::string kernel : {"imagematrixsplit", "imagegroup32split"}) {
        cases.push_back(convCase({.x = {2, 128, 5, 6},
            .w = {5, 128, 3, 3},
            .pads = {1, 1, 1, 1},
            .kernel = kernel,
            .type = DataType::Float16,
            .isBlocked = true}));
    }
    // Several tiles of rows and columns, which go on in the next image.
    for (const std::string kernel : {"imagematrix", "imagegroup"}) {
        cases.push_back(convCase({.x = {2, 64, 9, 8},
            .w = {70, 64, 3, 3},
            .pads = {1, 1, 1, 1},
            .kernel = kernel,
            .type = DataType::Float16,
            .isBlocked = true}));
    }
    cases.push_back(convCase({.x = {1, 64, 13, 11},
        .w = {37, 64, 3, 3},
        .pads = {1, 1, 1, 1},
        .kernel = "imagematrix",
        .type = DataType::BFloat16,
        .isBlocked = true}));
    // Turned back where no kernel reads it, or there are no pixels to be read.
    cases.push_back(convCase({.x = {1, 64, 0, 5},
        .w = {3, 64, 3, 3},
        .pads = {2, 1, 2, 1},
        .type = DataType::Float16,
        .isBlocked = true}));
    for (const DataType type : {DataType::Float32, DataType::Float16}) {
        cases.push_back(convCase(
            {.x = {2, 64, 5, 6}, .w = {5, 64, 3, 3}, .pads = {1, 1, 1, 1}, .type = type, .isBlocked = true}));
    }
}

} // namespace weightless::ops::conv
