// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/ops/loweringcontext.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace weightless::plan {

// Where a tensor's bytes lie while the plan runs.
enum class Home {
    Input, // the caller's tensor; `index` counts the graph's inputs
    Output, // the caller's tensor; `index` counts the graph's outputs
    Constant, // the constant store; `index` counts it
    Known, // uploaded once into the kept buffer, at offsetBytes
    Kept, // computed once from constants, in the kept buffer
    Arena, // shared memory of activations, at offsetBytes
    OnceArena, // the same for the steps that run once
    Unused, // nothing binds it
};

struct PlanTensor {
    TensorDescriptor descriptor;
    Home home = Home::Unused;
    size_t index = 0;
    uint64_t offsetBytes = 0; // within the home: a view's distance included
    uint64_t sizeBytes = 0;
};

// The same bytes to another place; what an alias becomes when its output must stand on its own.
struct CopyStep {
    ops::TensorRef from;
    ops::TensorRef to;
};

struct PlanStep {
    std::variant<ops::DispatchStep, CopyStep>
        work; // tensors by id: indices into Plan::tensors, which have the shapes
    std::string node; // ONNX node name and operator, for profiles and messages
    std::string opType;
};

struct KnownUpload {
    std::shared_ptr<const HostTensor> value;
    uint64_t offsetBytes = 0; // in the kept buffer
};

// What one dispatch does for one set of input shapes, without any device object: steps in order and where
// every tensor lies. Immutable.
struct Plan {
    std::vector<TensorDescriptor> inputs;
    std::vector<TensorDescriptor> outputs;
    std::vector<PlanTensor> tensors;
    std::vector<PlanStep> onceSteps; // depend on constants alone: run once when all are set
    std::vector<PlanStep> steps;
    std::vector<KnownUpload> knownUploads;
    // The device's largest allocation: the arenas and what is kept are each as many buffers of that size as
    // it takes, and no tensor lies in two.
    uint64_t slabBytes = 0;
    uint64_t arenaBytes = 0;
    uint64_t onceArenaBytes = 0;
    uint64_t keptBytes = 0; // Known and Kept tensors
};

} // namespace weightless::plan
