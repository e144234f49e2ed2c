// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/problemlist.h"
#include "engine/onnx/reader.h"
#include "engine/onnx/tensorreader.h"
#include "engine/onnx/wirereader.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// Reads graphs, nodes, attributes and functions of one file. One per file.
class GraphReader {
public:
    GraphReader(WireReader& reader, ModelOrigin& origin, const ReadOptions& options, ProblemList& problems);

    // Adds to `graph`: protobuf merges a message that stands in a file more than once.
    void readGraph(WireMessage message, ModelGraph& graph);
    [[nodiscard]] ModelFunction readFunction(WireMessage message);

    // Drops inputs that an initializer gives a default, and reports names that are defined twice. Once per
    // graph, after all of it was read.
    void finishGraph(ModelGraph& graph);

private:
    [[nodiscard]] Node readNode(WireMessage message);
    [[nodiscard]] Attribute readAttribute(WireMessage message, const Node& node);
    [[nodiscard]] std::shared_ptr<const ConstantInfo> readConstant(
        WireMessage message, const std::string& fallbackName);
    [[nodiscard]] std::shared_ptr<const ConstantInfo> readSparseConstant(WireMessage message);
    [[nodiscard]] std::shared_ptr<const ModelGraph> readSubgraph(WireMessage message);
    void completeTensors(std::vector<Attribute>& attributes);
    void advance(uint64_t position) const;

    WireReader& m_reader;
    const ReadOptions& m_options;
    ProblemList& m_problems;
    TensorReader m_tensors;
};

// The name of a tensor without one in a node's attribute: what a Constant node calls its output, else where
// it stands. A long name is shortened: as many tensors as the file likes take theirs from it.
[[nodiscard]] std::string constantName(const Node& node, const std::string& attribute);

// Adds an OperatorSetIdProto; ai.onnx becomes "".
void readOpset(WireMessage message, std::map<std::string, int64_t>& opsets);

} // namespace weightless::onnx_io
