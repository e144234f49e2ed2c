// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless {

class Context;
class Graph;

// Operators a model uses and this build does not know, each once. Empty: the model can be built, as far as
// names tell.
struct UnsupportedOperator {
    std::string name; // "com.microsoft.MatMulNBits"
    size_t count = 0;
    std::string firstNode;
    int64_t sinceOpset = 0; // which the model would have to import, that of ai.onnx; 0: none helps
};
[[nodiscard]] std::vector<UnsupportedOperator> unsupportedOperators(const Model& model);
// Whether they are in a layout that ONNX Runtime chose for one processor, and what is to be done about it;
// empty where no other way to save the model would help.
[[nodiscard]] std::string adviceAbout(const std::vector<UnsupportedOperator>& unsupported);

// A dimension of an input that the model leaves free. Free dimensions of one symbol have one size.
struct FreeDimension {
    std::string symbol; // a name of its own ("sample:0") where the model gives none
    std::vector<std::string> inputs; // "sample[0]", "timestep[0]"
    int64_t suggested = 1; // batch 1, a prompt's 77, a picture's 224, sound's 512; 1 where nothing is known
};
[[nodiscard]] std::vector<FreeDimension> freeDimensionsOf(const Model& model);
// What is suggested for dimensions that follow from others where sizes are given for those: a decoder's mask
// covers what is past and what is new, and so says the one where it and the other are given; "a + 1" is one
// more than a, and where a is what is past, one is new.
void followSizes(std::vector<FreeDimension>& dimensions, const std::map<std::string, int64_t>& given);

struct BuildOptions {
    std::map<std::string, int64_t> freeDimensions; // by symbol
    bool usesSuggestions = false; // free dimensions that are not given take FreeDimension::suggested
    // The type of float (float32, float16 or bfloat16) that weights of another are given when they are
    // loaded; what they are computed with follows (engine/runtime/weightstype.h). nullopt: as the model has
    // them.
    std::optional<DataType> weightsType = {};
    // The model of which this is a part: as in the whole, so its weights have the same types here and are
    // not loaded once more. Null: this is the whole. Read while the graph is built.
    const Model* partOf = nullptr;
    // Told of every named value a node produces and what was inferred for it; may be empty.
    std::function<void(const std::string& name, const TensorDescriptor& descriptor)> onValue;
    // Bytes that activations should not exceed: operators that can, work in smaller parts then. 0: what is
    // free on the device while the graph is built. The result is the same, bit for bit.
    uint64_t activationBudget = 0;
    std::stop_token stopToken = {}; // seen at every node and step of the plan
};

// Walks a model and drives a GraphBuilder: hollow constants, no weight read. Constants used in several places
// are one. Unsupported: all operators that are not known, at once, with counts; a plan beyond
// plan::PlanLimits. InvalidArgument: free dimensions that are not fixed (all named), nodes that do not fit
// their inputs (node, operator, expected, actual). Cancelled when a stop was requested.
[[nodiscard]] std::shared_ptr<Graph> buildGraph(
    const std::shared_ptr<Context>& context, const Model& model, const BuildOptions& options = {});

} // namespace weightless
