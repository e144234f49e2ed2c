// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/plan/dataflow.h"

#include <memory>
#include <string>
#include <vector>

namespace weightless {

class Context;

// What a GraphBuilder has been told. The graph that is built keeps it: its operands are these.
struct GraphBuilderState {
    std::shared_ptr<Context> context;
    plan::Dataflow dataflow;
    plan::Specialization specialization;
    std::shared_ptr<ConstantStore> constants = std::make_shared<ConstantStore>();
    std::vector<std::string> inputNames;
    std::vector<std::vector<bool>> freeDimensions;
    plan::PlanOptions planOptions;
    bool isBuilt = false;

    void requireOpen() const; // InvalidState once the graph was built
};

} // namespace weightless
