// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/resize/resizecases.h"

namespace weightless::ops::resize {

namespace {

// Elements that are repeated (resizerepeats.comp), and the same by the kernel for all.
void addRepeats(CaseList& cases)
{
    const std::vector<Setting> settings {
        {.x = {2, 3, 5, 8}, .scales = {1, 1, 2, 2}}, {.x = {1, 2, 3, 7}, .scales = {1, 1, 3, 4}},
        {.x = {1, 2, 4, 5}, .scales = {1, 1, 8, 8}}, {.x = {1, 2, 2, 3}, .scales = {1, 1, 16, 24}},
        {.x = {1, 2, 5, 13}, .scales = {1, 1, 4, 1}}, {.x = {3, 2, 13}, .scales = {1, 1, 2}},
        {.x = {1, 2, 4, 5}, .scales = {1, 1, 2, 3}}, // by the kernel for all
        {.x = {1, 2, 4, 5}, .scales = {1, 2, 2, 2}}, // the same
    };
    for (Setting s : settings) {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            s.type = type;
            for (const bool isAsymmetric : {false, true}) {
                s.coordinates = isAsymmetric ? "asymmetric" : "half_pixel";
                s.nearest = isAsymmetric ? "floor" : "round_prefer_ceil";
                cases.push_back(resizeCase(s));
            }
        }
        cases.push_back(resizeCase(s));
        cases.back().attributes.set("weightless.kernel", std::string("plain"));
        cases.back().name += ", plain";
    }
}

} // namespace

// Neighbours of a row at once (resizegroups.comp, resizeruns.comp), and the same by the kernel for all.
void addLineCases(CaseList& cases)
{
    addRepeats(cases);
    const std::vector<Setting> settings {
        {.x = {2, 3, 5, 8}, .scales = {1, 1, 2, 2}},
        {.x = {1, 2, 7, 11}, .scales = {1, 1, 2, 2}},
        {.x = {1, 1, 3, 21}, .scales = {1, 1, 1.7, 2}},
        {.x = {1, 2, 4, 9}, .sizes = {1, 2, 3, 28}},
        {.x = {1, 2, 1, 1}, .sizes = {1, 2, 6, 13}},
        {.x = {1, 2, 9, 35}, .sizes = {1, 2, 4, 17}},
        {.x = {1, 1, 6, 40}, .sizes = {1, 1, 13, 20}},
        {.x = {1, 2, 3, 64}, .sizes = {1, 2, 5, 24}},
        {.x = {1, 1, 4, 50}, .sizes = {1, 1, 6, 9}}, // too far apart
        {.x = {2, 3, 13}, .scales = {1, 1, 1.3}},
        {.x = {3, 2, 4, 6}, .sizes = {3, 2, 4, 48}},
    };
    const auto add = [&](Setting s, const std::string& coordinates, DataType type,
                         const std::string& kernel) {
        s.mode = "linear";
        s.coordinates = coordinates;
        s.type = type;
        OperatorCase test = resizeCase(s);
        if (!kernel.empty()) {
            test.attributes.set("weightless.kernel", kernel);
            test.name += ", " + kernel;
        }
        cases.push_back(std::move(test));
    };
    for (const Setting& s : settings) {
        for (const std::string kernel : {"", "cards"}) {
            for (const std::string coordinates : {"half_pixel", "pytorch_half_pixel", "align_corners",
                     "asymmetric", "half_pixel_symmetric", "tf_half_pixel_for_nn"}) {
                add(s, coordinates, DataType::Float32, kernel);
            }
            add(s, "half_pixel", DataType::Float16, kernel);
            add(s, "align_corners", DataType::BFloat16, kernel);
        }
        add(s, "half_pixel", DataType::Float32, "plain");
    }
}

} // namespace weightless::ops::resize
