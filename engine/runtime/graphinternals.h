// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantsetter.h"
#include "engine/constants/constantstore.h"
#include "engine/plan/plan.h"
#include "engine/runtime/builderstate.h"
#include "engine/runtime/graphport.h"

#include <deque>
#include <memory>
#include <stop_token>
#include <vector>

namespace weightless {

class Context;
class Execution;

struct GraphInternals {
    std::shared_ptr<Context> context;
    std::shared_ptr<const GraphBuilderState> builder; // the operands of this graph are its operands
    std::shared_ptr<ConstantStore> constants;
    std::unique_ptr<ConstantSetter> setter; // of constants set one by one; null when none was lately
    std::vector<GraphPort> inputs;
    std::vector<GraphPort> outputs;
    std::shared_ptr<const plan::Plan> plan; // for the shapes the graph was built with
    std::deque<std::shared_ptr<Execution>> executions; // most recently used first

    [[nodiscard]] std::vector<Shape> builtShapes() const; // of the inputs

    // The plan made ready for these input shapes, from the cache or new. InvalidArgument for shapes that
    // differ in a dimension that is not free; Cancelled when planning was stopped.
    [[nodiscard]] std::shared_ptr<Execution> executionFor(
        const std::vector<Shape>& inputShapes, const std::stop_token& stopToken = {});
    void checkInputShape(size_t input, const Shape& shape) const;
    [[nodiscard]] std::shared_ptr<const plan::Plan> planFor(
        const std::vector<Shape>& inputShapes, const std::stop_token& stopToken) const;
};

} // namespace weightless
