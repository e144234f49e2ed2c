// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/attributes.h"
#include "engine/model/constantsource.h"
#include "engine/model/hosttensor.h"
#include "engine/model/shape.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace weightless {

// Plain values that say what an ONNX file contains. Reading a file fills them without reading a weight.

// A constant: an initializer, or a tensor in an attribute. Hollow unless `value` is there, which it is for
// constants below the CPU hand-off threshold (and for strings).
struct ConstantInfo {
    std::string name;
    TensorDescriptor descriptor;
    uint64_t sizeBytes = 0; // of the elements on the device; 0 when the type's width is unknown
    ConstantSource source;
    std::optional<HostTensor> value;
    // More than one: filters of a convolution with so many taps, in blocks on the device (blockedfilter.h).
    uint32_t blockedTaps = 1;
    std::string problem = {}; // why its bytes cannot be had, naming the constant; empty when they can
    std::string missingFile = {}; // where they should be, as the model names it; empty where that is not why
};

// A graph input, output or intermediate value as the file declares it.
struct ValueInfo {
    std::string name;
    DataType type = DataType::Undefined;
    std::optional<SymbolicShape> shape; // nullopt: rank unknown
    std::string kind = "tensor"; // "sequence", "optional", "map", "sparse tensor" for what is no dense tensor
};

// What tells functions of a model apart, and what a node calls one by: domain, name, overload. It refers to
// the function's or the node's own text.
using FunctionId = std::tuple<std::string_view, std::string_view, std::string_view>;

struct Node {
    std::string name = {};
    std::string opType = {};
    std::string domain = {}; // "" is ai.onnx
    std::vector<std::string> inputs = {}; // "" is an omitted optional input
    std::vector<std::string> outputs = {};
    Attributes attributes = {};
    std::string documentation = {};
    std::string overload = {}; // of the function that it calls, where there are several of its name

    [[nodiscard]] FunctionId calledFunction() const { return {domain, opType, overload}; }
};

struct ModelGraph {
    std::string name;
    std::vector<Node> nodes; // in file order; sortedNodes() has them as they can be run
    std::vector<std::shared_ptr<const ConstantInfo>> constants; // initializers
    std::vector<ValueInfo> inputs; // without those that an initializer gives a default
    std::vector<std::string> defaultedInputs = {}; // their names: a caller may replace these initializers
    std::vector<ValueInfo> outputs;
    std::vector<ValueInfo> values; // shapes noted for intermediate values
};

// A model-local function (ONNX FunctionProto).
struct ModelFunction {
    std::string domain;
    std::string name;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::vector<std::string> attributeNames; // those without a default
    Attributes attributeDefaults;
    std::vector<Node> nodes;
    std::map<std::string, int64_t> opsets;
    std::string overload = {};

    [[nodiscard]] FunctionId id() const { return {domain, name, overload}; }
};

struct Model {
    std::filesystem::path path; // or a URL without credentials
    std::optional<FileIdentity>
        identity; // of the file at `path` when it was read; none for models made otherwise
    uint64_t fileBytes = 0; // of the model file alone
    int64_t irVersion = 0;
    std::map<std::string, int64_t> opsets; // by domain; "" is ai.onnx
    std::string producer;
    std::string documentation;
    std::map<std::string, std::string> metadata;
    ModelGraph graph;
    std::vector<ModelFunction> functions;

    [[nodiscard]] int64_t opset() const; // of ai.onnx; 1 when the file names none
};

// Calls visit for the model's graph and every sub-graph, also those inside of functions.
void forEachGraph(const Model& model, const std::function<void(const ModelGraph&)>& visit);

// Calls visit for every constant of the model, each once: a graph's initializers, then node by node the
// tensors in its attributes and those of its sub-graphs.
void forEachConstant(
    const Model& model, const std::function<void(const std::shared_ptr<const ConstantInfo>&)>& visit);

// Calls visit for every node, those of sub-graphs and of functions too.
void forEachNode(const Model& model, const std::function<void(const Node&)>& visit);

struct ModelTotals {
    uint64_t constantCount = 0;
    uint64_t constantBytes = 0;
    uint64_t largestConstantBytes = 0;
    uint64_t knownCount = 0; // of the constants, those with a value in memory; the others are hollow
    uint64_t knownBytes = 0;
    uint64_t nodeCount = 0; // sub-graphs included
};
[[nodiscard]] ModelTotals totalsOf(const Model& model);

// "Conv" → 98 …; sub-graphs included; operators of other domains as "com.microsoft.Name".
[[nodiscard]] std::map<std::string, uint64_t> operatorCounts(const Model& model);

} // namespace weightless
