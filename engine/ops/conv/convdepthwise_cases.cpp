// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/conv/convcases.h"

namespace weightless::ops::conv {

namespace {

// More taps than are unrolled: rows of them are walked, sixteen, eight … at once, with some left and without;
// pictures, lines and volumes.
void addManyTaps(CaseList& cases)
{
    const std::vector<Setting> settings {
        {.x = {2, 3, 90}, .w = {3, 1, 101}, .group = 3, .pads = {50, 50}},
        {.x = {1, 3, 88}, .w = {6, 1, 64}, .group = 3, .pads = {31, 32}, .hasBias = false},
        {.x = {1, 2, 131}, .w = {2, 1, 77}, .group = 2, .strides = {2}, .pads = {38, 38}},
        {.x = {1, 2, 131}, .w = {2, 1, 40}, .group = 2, .strides = {5}, .pads = {20, 9}},
        {.x = {1, 2, 240}, .w = {2, 1, 51}, .group = 2, .dilations = {3}, .pads = {75, 75}},
        {.x = {1, 2, 400}, .w = {2, 1, 37}, .group = 2, .dilations = {9}},
        {.x = {1, 2, 200}, .w = {2, 1, 80}, .group = 2, .strides = {9}, .pads = {20, 20}}, // one result each
        {.x = {1, 2, 23, 30}, .w = {2, 1, 11, 21}, .group = 2, .pads = {5, 10, 5, 10}},
        {.x = {1, 2, 70, 11},
            .w = {2, 1, 17, 1},
            .group = 2,
            .strides = {2, 1},
            .dilations = {3, 1},
            .pads = {24, 0, 24, 0}},
        {.x = {1, 3, 6, 9, 18}, .w = {3, 1, 3, 5, 3}, .group = 3, .pads = {1, 2, 1, 1, 2, 1}},
        {.x = {2, 2, 7, 6, 9},
            .w = {4, 1, 3, 2, 4},
            .group = 2,
            .strides = {2, 1, 2},
            .dilations = {1, 2, 1},
            .pads = {1, 1, 2, 1, 1, 1}},
    };
    for (Setting s : settings) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            s.type = type;
            cases.push_back(convCase(s));
            cases.back().name += ", many taps";
        }
        s.type = DataType::Float32;
        s.kernel = "plain";
        cases.push_back(convCase(s));
    }
}

} // namespace

void addDepthwiseCases(CaseList& cases)
{
    addManyTaps(cases);
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
