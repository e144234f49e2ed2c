// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/convcases.h"

namespace weightless::ops::conv {

void addDepthwiseCases(CaseList& cases)
{
    std::vector<Setting> settings {
        {.x = {2, 5, 9, 19}, .w = {5, 1, 3, 3}, .group = 5, .pads = {1, 1, 1, 1}},
        {.x = {1, 5, 9, 16}, .w = {5, 1, 3, 3}, .group = 5, .pads = {1, 1, 1, 1}},
        {.x = {1, 3, 17, 33}, .w = {6, 1, 3, 3}, .group = 3, .strides = {2, 2}, .pads = {1, 1, 1, 1}},
        {.x = {1, 3, 12, 12}, .w = {3, 1, 5, 5}, .group = 3, .pads = {2, 2, 2, 2}, .hasBias = false},
        {.x = {1, 3, 12, 21}, .w = {3, 1, 3, 3}, .group = 3, .dilations = {2, 4}, .pads = {0, 3, 0, 3}},
        {.x = {1, 3, 12, 40}, .w = {3, 1, 3, 9}, .group = 3, .strides = {1, 3}, .pads = {1, 4, 1, 4}},
        {.x = {1, 3, 6, 7, 5}, .w = {3, 1, 3, 3, 3}, .group = 3, .pads = {1, 1, 1, 1, 1, 1}},
        {.x = {2, 3, 20}, .w = {3, 1, 3}, .group = 3, .pads = {1, 1}},
        {.x = {1, 3, 13, 9}, .w = {3, 1, 7, 7}, .group = 3, .strides = {2, 1}, .pads = {3, 3, 3, 3}},
    };
    for (Setting s : settings) {
        cases.push_back(convCase(s));
        s.kernel = "plain";
        cases.push_back(convCase(s));
        s.kernel = "columns";
        OperatorCase columns = convCase(s);
        if (s.x.size() == 5) {
            columns.expectedError = "'columns' cannot run";
        }
        cases.push_back(columns);
    }
    // Fewer rows than an invocation makes at most; taps that leave it two and one; rows that are too far
    // apart.
    cases.push_back(convCase({.x = {1, 3, 5, 20}, .w = {3, 1, 3, 3}, .group = 3, .pads = {0, 1, 0, 1}}));
    cases.push_back(convCase({.x = {1, 2, 15, 16},
        .w = {4, 1, 9, 3},
        .group = 2,
        .strides = {3, 1},
        .dilations = {2, 1},
        .pads = {8, 1, 8, 1}}));
    cases.push_back(convCase({.x = {1, 2, 12, 17}, .w = {2, 1, 9, 9}, .group = 2, .pads = {4, 4, 4, 4}}));
    cases.push_back(convCase(
        {.x = {1, 2, 30, 9}, .w = {2, 1, 4, 1}, .group = 2, .dilations = {8, 1}, .pads = {12, 0, 12, 0}}));
    // Rows that are left out between those of a dilated filter; fewer rows than an invocation makes.
    cases.push_back(convCase({.x = {1, 3, 17, 5},
        .w = {3, 1, 3, 1},
        .group = 3,
        .strides = {2, 1},
        .dilations = {4, 1},
        .kernel = "columns"}));
    cases.push_back(convCase({.x = {2, 3, 3, 5}, .w = {6, 1, 3, 3}, .group = 3, .kernel = "columns"}));
    OperatorCase large = convCase({.x = {1, 2, 9, 9}, .w = {2, 1, 8, 8}, .group = 2, .kernel = "columns"});
    large.expectedError = "'columns' cannot run";
    cases.push_back(large);
    // Rows that are written eight and two results at once.
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const int64_t width : {24, 12, 20, 6, 14}) {
            cases.push_back(convCase(
                {.x = {2, 3, 7, width}, .w = {3, 1, 3, 3}, .group = 3, .pads = {1, 1, 1, 1}, .type = type}));
        }
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        settings[0].type = type;
        cases.push_back(convCase(settings[0]));
        if (type != DataType::Float64) {
            Setting columns = settings[0];
            columns.kernel = "columns";
            cases.push_back(convCase(columns));
        }
    }
}

} // namespace weightless::ops::conv
