// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/results/detections.h"
#include "ui/engine/runvalues.h"

#include <cstdint>
#include <optional>

namespace weightless::ui {

// How outputs tell what was found in the pictures that a model was given.
struct Finding {
    enum class Kind { None, Boxes, GridBoxes, Mask };

    Kind kind = Kind::None;
    DetectionOutputs outputs; // that tell it; all are one but for Boxes
    std::optional<size_t> prototypes; // the output of which the masks of boxes are made
    int64_t batch = 1; // pictures that it is of
};

// What one output tells, alone or with another. None without pictures, without its values, and of a batch
// that is another than the pictures'. `classCount` as in DetectionOptions.
[[nodiscard]] Finding findingIn(const RunResult& result, size_t output, size_t classCount = 0);

// The output to be looked at for what was found, if there is one of which more than its shape tells that it
// is such a thing: features have the same shapes. `labelCount` classes have names.
[[nodiscard]] std::optional<int> findingOf(
    const RunResult& result, size_t classCount = 0, size_t labelCount = 0);

// The output to be looked at where nothing is evident: a mask that is at least as large as the picture that
// was given, of the same proportions. Features may be, too.
[[nodiscard]] std::optional<int> likelyMaskOf(const RunResult& result, size_t classCount = 0);

// Whether scores of classes in an output (classScoresIn()) are to be offered: boxes, of which more than the
// shape tells that they are, and tables have their shapes, too, but these have no size of an input's batch.
[[nodiscard]] bool mayBeClasses(const RunResult& result, size_t output);

} // namespace weightless::ui
