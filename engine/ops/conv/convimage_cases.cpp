// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/convcases.h"

namespace weightless::ops::conv {

void addImageCases(CaseList& cases)
{
    const std::vector<Setting> settings {
        {.x = {1, 3, 5, 40}, .w = {4, 3, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {1, 5, 4, 16}, .w = {3, 5, 1, 3}, .dilations = {1, 8}, .pads = {0, 8, 0, 8}},
        {.x = {3, 9, 3, 24}, .w = {4, 9, 3, 1}, .hasBias = false},
        {.x = {2, 3, 33}, .w = {5, 3, 5}, .pads = {2, 2}},
        {.x = {5, 16, 4, 4}, .w = {8, 16, 1, 1}},
        {.x = {3, 8, 5, 3}, .w = {8, 2, 2, 2}, .group = 4, .pads = {1, 0, 0, 1}},
        {.x = {1, 2, 2, 600}, .w = {2, 2, 2, 30}, .strides = {1, 255}, .pads = {0, 29, 0, 29}},
        // Rows of eights, which begin anywhere, and some of which reach beyond both borders.
        {.x = {2, 9, 10, 10}, .w = {5, 9, 3, 3}},
        {.x = {2, 6, 9, 8}, .w = {4, 6, 5, 5}, .pads = {2, 2, 2, 2}},
        {.x = {1, 5, 3, 16}, .w = {3, 5, 3, 3}, .dilations = {2, 3}, .pads = {2, 3, 2, 3}},
        {.x = {3, 10, 4, 6}, .w = {9, 10, 1, 1}},
        // Eights of pixels in two rows or images.
        {.x = {2, 4, 7, 7}, .w = {6, 4, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {2, 4, 14, 14}, .w = {6, 4, 3, 3}, .strides = {2, 2}, .pads = {1, 1, 1, 1}},
        {.x = {3, 10, 3, 5}, .w = {9, 10, 1, 1}},
    };
    for (Setting s : settings) {
        s.kernel = "imageshared";
        cases.push_back(convCase(s));
        s.type = DataType::Float16;
        for (const std::string kernel : {"imagematrix", "imagematrix64", "imagegroup32"}) {
            s.kernel = kernel;
            cases.push_back(convCase(s));
        }
    }
    for (const std::string kernel : {"shared32", "shared128", "imageshared32", "imageshared64",
             "imageshared128", "imageshared128split"}) {
        // Several tiles of rows and columns, which go on in the next image.
        cases.push_back(
            convCase({.x = {2, 3, 9, 11}, .w = {70, 3, 3, 3}, .pads = {1, 1, 1, 1}, .kernel = kernel}));
        cases.push_back(convCase({.x = {3, 8, 5, 3},
            .w = {8, 2, 2, 2},
            .group = 4,
            .strides = {1, 2},
            .pads = {1, 0, 0, 1},
            .kernel = kernel,
            .type = DataType::Float16}));
    }
    // On a device that counts few work groups, tiles lie in blocks of columns, the last of which is narrower.
    for (const std::string kernel : {"imageshared32few", "imagematrix32few", "imagegroup32few"}) {
        const DataType type = kernel.starts_with("imageshared") ? DataType::Float32 : DataType::Float16;
        for (const int64_t filters : {5, 70}) {
            cases.push_back(convCase({.x = {2, 3, 19, 16},
                .w = {filters, 3, 3, 3},
                .pads = {1, 1, 1, 1},
                .kernel = kernel,
                .type = type}));
        }
    }
    for (const std::string kernel : {"sharedsplit", "imagesharedsplit"}) {
        cases.push_back(
            convCase({.x = {2, 40, 5, 6}, .w = {5, 40, 3, 3}, .pads = {1, 1, 1, 1}, .kernel = kernel}));
    }
    for (const std::string kernel : {"imagematrixsplit", "imagegroup32split"}) {
        cases.push_back(convCase({.x = {2, 40, 5, 6},
            .w = {5, 40, 3, 3},
            .pads = {1, 1, 1, 1},
            .kernel = kernel,
            .type = DataType::Float16}));
    }
    // Several tiles of rows and columns, which go on in the next image.
    cases.push_back(convCase({.x = {2, 20, 9, 8},
        .w = {70, 20, 3, 3},
        .pads = {1, 1, 1, 1},
        .kernel = "imagegroup",
        .type = DataType::Float16}));
    cases.push_back(convCase({.x = {1, 24, 13, 11},
        .w = {37, 24, 3, 3},
        .pads = {1, 1, 1, 1},
        .kernel = "imagematrix",
        .type = DataType::BFloat16}));
    // All of the result is beside the image, which has no pixels.
    cases.push_back(
        convCase({.x = {1, 2, 0, 5}, .w = {3, 2, 3, 3}, .pads = {2, 1, 2, 1}, .kernel = "imageshared"}));
    // Strides that the kernel has no room for: patches.
    cases.push_back(
        convCase({.x = {1, 2, 2, 600}, .w = {2, 2, 1, 3}, .strides = {1, 256}, .kernel = "imageshared"}));
}

} // namespace weightless::ops::conv
