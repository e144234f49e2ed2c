// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace weightless {

// One thing that was found in a picture. The sides are shares of the picture's width and height, 0 … 1.
struct Detection {
    double left = 0, top = 0, right = 0, bottom = 0;
    size_t label = 0;
    double score = 0;
    size_t box = 0; // of those of its element of the batch
};

struct DetectionOptions {
    double leastScore = 0.5;
    double mostOverlap = 0.5; // of a box with a better one of the same label: intersection over union
    size_t mostBoxes = 200;
    size_t element = 0; // of a batch, whose boxes are wanted
    // Of the picture as the model sees it, for boxes in pixels; 0: boxes are shares.
    int64_t width = 0;
    int64_t height = 0;
    bool isTopFirst = false; // numbers of a box, as TensorFlow writes them
    // What the model says it tells apart, where it says so: other numbers of a box are no scores. 0: not
    // known.
    size_t classCount = 0;
    size_t coefficientCount = 0; // the last numbers of a box, of which its mask is made (instances.h)
};

} // namespace weightless
