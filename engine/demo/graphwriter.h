// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/randomweights.h"
#include "engine/model/model.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weightless {

// How PyTorch's exporter was told to write a model.
struct ExportStyle {
    DataType type = DataType::Float16;
    int64_t opset = 17;
    bool hasDynamicAxes = true;
    int64_t batch = 1;
};

// Builds a ModelGraph in the manner of PyTorch's exporter: nodes are named by the module that is running
// ("/down_blocks.0/resnets.0/conv1/Conv"), values by their node ("…/Conv_output_0"), and every small constant
// is a Constant node of its own.
class GraphWriter {
public:
    explicit GraphWriter(const ExportStyle& style);

    [[nodiscard]] const ExportStyle& style() const { return m_style; }
    [[nodiscard]] DataType type() const { return m_style.type; }

    // While it lives, nodes belong to module `name` inside the current one. A module that runs again gets a
    // number ("nonlinearity_1").
    class Scope {
    public:
        Scope(GraphWriter& writer, std::string_view name);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        GraphWriter& m_writer;
        std::string m_outer;
    };

    // Adds a node and gives the name of its (first) output.
    std::string op(
        std::string_view type, std::vector<std::string> inputs, std::vector<Attribute> attributes = {});
    std::vector<std::string> op(std::string_view type, std::vector<std::string> inputs,
        std::vector<Attribute> attributes, size_t outputCount);

    // The same of com.microsoft or ai.onnx.ml; outputs in `omitted` have no name.
    std::vector<std::string> opOf(std::string_view domain, std::string_view type,
        std::vector<std::string> inputs, std::vector<Attribute> attributes, size_t outputCount = 1,
        const std::vector<size_t>& omitted = {});

    // Constant nodes. Floats have the model's type.
    std::string constant(HostTensor value);
    std::string floats(std::span<const double> values, Shape shape);
    std::string scalar(double value);
    std::string int64s(std::span<const int64_t> values);
    std::string int64s(std::initializer_list<int64_t> values);
    std::string int64Scalar(int64_t value);

    // An initializer under its name in the checkpoint.
    std::string parameter(const std::string& name, Shape shape, WeightInit init);
    std::string parameter(const std::string& name, DataType type, Shape shape, WeightInit init);
    // One whose numbers are not random.
    std::string table(const std::string& name, HostTensor values);
    // One the exporter made while folding constants, which carries a number: "onnx::MatMul_1234".
    std::string foldedParameter(std::string_view consumer, Shape shape, WeightInit init);

    void addInput(const std::string& name, DataType type, SymbolicShape shape);
    // A value becomes an output of the graph, under the output's name.
    void addOutput(const std::string& value, const std::string& name, SymbolicShape shape);
    void addOutput(const std::string& value, ValueInfo output);
    // Parameters of a body are drawn as if they stood behind this graph's.
    void adoptInits(const WeightInits& inits);

    // The graph, its initializers in the exporter's order; the writer is empty afterwards.
    [[nodiscard]] ModelGraph take();
    [[nodiscard]] WeightInits takeInits() { return std::move(m_inits); }

private:
    ExportStyle m_style;
    ModelGraph m_graph;
    WeightInits m_inits;
    std::string m_scope;
    std::unordered_map<std::string, int> m_uses; // of node and module names
    int64_t m_valueCount = 0;
};

// A tensor of the graph's element type: its numbers are rounded to it.
[[nodiscard]] HostTensor makeTensor(DataType type, Shape shape, std::span<const double> values);

} // namespace weightless
