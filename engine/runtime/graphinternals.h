// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantsetter.h"
#include "engine/constants/constantstore.h"
#include "engine/runtime/builderstate.h"
#include "engine/runtime/graphport.h"
#include "engine/runtime/kernelcompilation.h"
#include "engine/runtime/memoryplan.h"
#include "engine/runtime/runsite.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace weightless {

class Context;

struct GraphInternals {
    std::shared_ptr<Context> context;
    std::shared_ptr<const GraphBuilderState> builder; // the operands of this graph are its operands
    std::shared_ptr<ConstantStore> constants;
    std::unique_ptr<ConstantSetter> setter; // of constants set one by one; null when none was lately
    std::vector<GraphPort> inputs;
    std::vector<GraphPort> outputs;
    uint64_t activationBudget = 0; // plans keep it where they can
    MemoryPlan memory; // for the shapes the graph was built with
    std::unique_ptr<StageTree> stages; // of the whole graph
    BodyStages bodies;
    uint64_t refusals = 0; // ContextInternals::refusals before the first of these stages was made
    uint64_t hollowings = 0; // ConstantStore::hollowings() before the first of these stages was made
    std::shared_ptr<ScratchMemory> scratch = std::make_shared<ScratchMemory>();
    std::shared_ptr<SlotPool> slotPool = std::make_shared<SlotPool>();
    std::shared_ptr<const KernelCompilation> kernels; // null when none was asked for
    std::vector<Shape> kernelShapes; // of the inputs, for which they are

    [[nodiscard]] std::vector<Shape> builtShapes() const; // of the inputs

    // The first segment for these input shapes, from the cache or new. InvalidArgument for shapes that differ
    // in a dimension that is not free; Cancelled when planning was stopped.
    [[nodiscard]] Stage& firstStage(
        const std::vector<Shape>& inputShapes, const std::stop_token& stopToken = {});
    [[nodiscard]] StageSite stageSite() const;
    void checkInputShape(size_t input, const Shape& shape) const;
    // Device memory is given back; what was planned is planned again when it is needed.
    void dropStages();
    // The same where constants became hollow since: recordings, and what once-steps derived, would have the
    // bytes from before when these are set again. Waits for the device then.
    void dropVoidStages();
};

// A value's descriptor as GraphPort has it: strings are no device's, also where they are known.
[[nodiscard]] TensorDescriptor portDescriptor(const TensorDescriptor& value);

} // namespace weightless
