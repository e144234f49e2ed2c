// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/messagetree.h"
#include "engine/onnx/tensorplacement.h"

#include <vector>

namespace weightless::onnx_io {

// Makes a Model a ModelProto. Tensors' data is left out and listed instead.
class MessageWriter {
public:
    // Constants of graphs may move into a data file, those in attributes stay in the model.
    explicit MessageWriter(std::vector<OutgoingTensor>& tensors);

    // Unsupported for attributes that Model does not keep, naming the node, and for constants without a size;
    // InvalidArgument for constants that have no strings to write.
    void write(MessageTree& writer, const Model& model);

private:
    void writeGraph(MessageTree& writer, const ModelGraph& graph);
    void writeSubgraph(MessageTree& writer, const ModelGraph& graph);
    void writeNode(MessageTree& writer, const Node& node);
    void writeAttribute(MessageTree& writer, const Attribute& attribute, const Node& node);
    template <typename T>
    void writeValue(MessageTree& writer, const T& value);
    template <typename T>
    void writeElement(MessageTree& writer, const T& element);
    void writeFunction(MessageTree& writer, const ModelFunction& function);
    void writeConstant(
        MessageTree& writer, const std::shared_ptr<const ConstantInfo>& constant, bool mayMoveOut);

    std::vector<OutgoingTensor>& m_tensors;
    int64_t m_irVersion = 0;
};

} // namespace weightless::onnx_io
