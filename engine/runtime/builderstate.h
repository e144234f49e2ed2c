// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/plan/dataflow.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace weightless {

class Context;

// What a GraphBuilder has been told. The graph that is built keeps it: its operands are these.
struct GraphBuilderState {
    std::shared_ptr<Context> context;
    plan::Dataflow dataflow;
    plan::Specialization specialization;
    std::shared_ptr<ConstantStore> constants = std::make_shared<ConstantStore>();
    std::unordered_map<const ConstantInfo*, size_t> constantIndices; // of hollow ones, in the store
    std::vector<std::string> inputNames;
    std::unordered_set<std::string> usedInputNames; // the same; a model may have 100,000
    std::vector<std::vector<bool>> freeDimensions;
    // Of each value: whether free dimensions decide it, so that what is known of it holds for these sizes.
    std::vector<bool> followsSizes;
    plan::PlanOptions planOptions;
    bool isBuilt = false;

    void requireOpen() const; // InvalidState once the graph was built
};

} // namespace weightless
