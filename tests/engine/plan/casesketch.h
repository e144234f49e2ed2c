// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"
#include "tests/engine/plan/onnxsketch.h"

#include <algorithm>

namespace weightless::testing {

// The case as a graph of one node whose inputs are all known, or those alone that the case says.
inline OnnxSketch sketchOf(const ops::OperatorCase& test, bool everythingKnown)
{
    OnnxSketch sketch;
    sketch.dataflow.opset = test.opset;
    std::vector<std::optional<plan::ValueId>> inputs;
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        if (!test.inputs[i]) {
            inputs.emplace_back();
        } else if (everythingKnown
            || std::ranges::find(test.constantInputs, i) != test.constantInputs.end()) {
            inputs.emplace_back(sketch.known(*test.inputs[i]));
        } else {
            inputs.emplace_back(
                sketch.input(test.inputs[i]->descriptor.shape, test.inputs[i]->descriptor.type));
        }
    }
    const size_t outputCount = std::max<size_t>(1, test.expected.size());
    const plan::ValueId first = sketch.node(test.opType, inputs, test.attributes, test.domain, outputCount);
    for (size_t i = 0; i < outputCount; ++i) {
        sketch.output(first + static_cast<plan::ValueId>(i));
    }
    return sketch;
}

} // namespace weightless::testing
