// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/convcases.h"

namespace weightless::ops::conv {

namespace {

// Filters that fill blocks and do not, groups, several images, rows that are fewer than an invocation makes.
std::vector<Setting> narrowPictures()
{
    return {
        {.x = {1, 3, 7, 7}, .w = {1, 3, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {2, 5, 9, 19}, .w = {3, 5, 3, 3}, .pads = {0, 2, 1, 1}, .hasBias = false},
        {.x = {1, 3, 9, 16}, .w = {8, 3, 3, 3}, .pads = {1, 1, 1, 1}},
        {.x = {2, 2, 3, 40}, .w = {20, 2, 3, 3}, .pads = {2, 2, 2, 2}},
        {.x = {2, 12, 5, 11}, .w = {12, 4, 3, 3}, .group = 3, .pads = {1, 1, 1, 1}},
        {.x = {1, 12, 6, 9}, .w = {33, 4, 3, 3}, .group = 3},
        {.x = {1, 3, 1, 9}, .w = {5, 3, 1, 3}, .pads = {0, 1, 0, 1}},
        {.x = {1, 4, 2, 9}, .w = {5, 4, 1, 3}, .pads = {0, 1, 0, 1}},
        {.x = {1, 3, 17, 33}, .w = {6, 3, 3, 3}, .strides = {2, 2}, .pads = {1, 1, 1, 1}},
        {.x = {1, 2, 18, 35}, .w = {5, 2, 7, 7}, .strides = {2, 2}, .pads = {3, 3, 3, 3}},
        {.x = {1, 3, 35, 50}, .w = {3, 3, 11, 11}, .strides = {4, 4}, .pads = {2, 2, 2, 2}},
        {.x = {1, 2, 12, 17}, .w = {3, 2, 9, 9}, .pads = {4, 4, 4, 4}},
        {.x = {1, 3, 12, 21}, .w = {4, 3, 3, 3}, .dilations = {2, 4}, .pads = {2, 4, 2, 4}},
        {.x = {1, 3, 20, 40}, .w = {4, 3, 3, 3}, .dilations = {8, 8}, .pads = {8, 8, 8, 8}},
        {.x = {1, 2, 15, 16},
            .w = {4, 2, 9, 3},
            .strides = {3, 1},
            .dilations = {2, 1},
            .pads = {8, 1, 8, 1}},
        {.x = {1, 5, 4, 6}, .w = {7, 5, 1, 1}},
        {.x = {1, 5, 4, 6}, .w = {7, 5, 2, 1}},
        {.x = {2, 6, 12, 17}, .w = {6, 1, 13, 13}, .group = 6, .pads = {6, 6, 6, 6}},
    };
}

// Channels of which a round adds four, two and one.
std::vector<Setting> narrowLines()
{
    return {
        {.x = {3, 8, 20}, .w = {6, 8, 3}, .pads = {1, 1}},
        {.x = {2, 6, 21}, .w = {13, 6, 5}, .pads = {2, 1}, .hasBias = false},
        {.x = {2, 7, 33}, .w = {3, 7, 3}, .strides = {2}, .pads = {1, 1}},
        {.x = {1, 16, 24}, .w = {8, 4, 3}, .group = 4, .dilations = {3}, .pads = {3, 3}},
        {.x = {2, 6, 40}, .w = {6, 1, 31}, .group = 6, .pads = {15, 15}},
        {.x = {1, 3, 50}, .w = {12, 1, 34}, .group = 3, .pads = {20, 13}},
    };
}

} // namespace

void addNarrowCases(CaseList& cases)
{
    std::vector<Setting> settings = narrowPictures();
    const std::vector<Setting> lines = narrowLines();
    settings.insert(settings.end(), lines.begin(), lines.end());
    for (Setting s : settings) {
        s.kernel = "narrow";
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            s.type = type;
            cases.push_back(convCase(s));
        }
    }
    // The automatic choice, of few filters and of long lines.
    cases.push_back(convCase({.x = {1, 40, 40, 40}, .w = {3, 40, 3, 3}, .pads = {1, 1, 1, 1}}));
    cases.push_back(convCase({.x = {2, 3, 40}, .w = {3, 1, 31}, .group = 3, .pads = {15, 15}}));
    const std::vector<Setting> others {
        {.x = {1, 2, 3, 4, 5}, .w = {2, 2, 1, 1, 1}},
        {.x = {1, 2, 50}, .w = {2, 2, 35}},
        {.x = {1, 2, 30, 30}, .w = {2, 2, 21, 21}},
        {.x = {1, 2, 3, 4}, .w = {2, 2, 1, 1}, .type = DataType::Float64},
    };
    for (Setting s : others) {
        s.kernel = "narrow";
        OperatorCase other = convCase(s);
        other.expectedError = "'narrow' cannot run";
        cases.push_back(other);
    }
}

} // namespace weightless::ops::conv
