// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadoptions.h"
#include "engine/inputs/inputsource.h"
#include "engine/runtime/context.h"
#include "engine/runtime/importer.h"
#include "engine/runtime/kernelcompilation.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

// What a Session is asked for and what it answers, as values.
namespace weightless {

// How a model becomes a graph.
struct GraphRequest {
    std::map<std::string, int64_t> freeDimensions; // by symbol; the others take FreeDimension::suggested
    // Inputs whose tensors are there already: their shapes decide free dimensions, and the rank where the
    // model leaves it open.
    std::map<std::string, TensorDescriptor> fed;
    // What will fill inputs: a free side follows the picture for an input whose other side is known, the one
    // free dimension of an input of strings how many texts it is given.
    std::map<std::string, InputSource> sources;
    std::optional<DataType> weightsType; // as BuildOptions
    uint64_t activationBudget = 0; // as BuildOptions
    std::function<void(const FreeDimension&)> onSuggestion; // told of each that takes its suggestion
    std::function<void(const FreeDimension&)> onPictureSize; // the same of those that follow a picture
    std::function<void(const FreeDimension&)> onTextCount; // … and of those that follow texts
    // How its user gives a free dimension another size, for errors of sizes that were guessed; may be empty.
    std::string sizeAdvice;
    std::function<void(const std::string& name, const TensorDescriptor& descriptor)>
        onValue; // as BuildOptions
    std::stop_token stop; // seen at every node and step
};

// What fills the inputs of a graph. Those that are in no map get suggestedSource().
struct Feeds {
    std::map<std::string, InputSource> sources;
    std::map<std::string, HostTensor> values; // in memory already; their shapes count
    std::map<std::string, HostValue> opaque; // strings, sequences and optionals
    std::map<std::string, Shape> shapes; // of inputs from sources, where they differ from the graph's
    std::stop_token stop; // seen between inputs, and while a picture is decoded
};

struct RunOptions {
    std::set<std::string> deviceOutputs; // stay on the device and are not read back
    int repeatCount = 1;
    bool profiles = false; // the last repetition
    std::stop_token stop; // seen between segments
    KernelObserver onKernels; // while the driver still compiles, before the first
    std::function<void(int done, int total)> onRepetition; // before each
};

struct RunOutput {
    std::string name;
    TensorDescriptor descriptor;
    std::shared_ptr<const HostTensor> values; // null: on the device, or no tensor
    HostValue value {}; // the same, whatever it is; empty for what stayed on the device
};

// Whether the wait for kernels makes a run's time another one: that of the next run is without it.
[[nodiscard]] constexpr bool tellsCompiling(double compileSeconds, double seconds)
{
    return compileSeconds > seconds / 100;
}

struct RunReport {
    std::vector<RunOutput> outputs; // in the graph's order
    std::vector<double> seconds; // of each repetition, submission to completion, and the wait for kernels
    std::vector<double> compileSeconds; // of those, the wait for kernels to be compiled
    std::vector<StepTime> steps; // of a profile
    WeightTraffic weights; // of the last repetition, under a device budget
    // As LoadReport::clamped, of constants that came for the first time, under a device budget.
    std::vector<ClampedConstant> clamped;
    bool lacksTimestamps = false; // a profile was asked for, and this device can make none
};

} // namespace weightless
