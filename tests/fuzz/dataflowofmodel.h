// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/plan/dataflow.h"

#include <vector>

namespace weightless::test {

struct ModelDataflow {
    plan::Dataflow dataflow;
    std::vector<Shape> inputShapes; // free dimensions are 2
};

// What engine/runtime's importer makes of a model, without a device. Errors as there, more plainly said.
[[nodiscard]] ModelDataflow dataflowOf(const Model& model);

} // namespace weightless::test
