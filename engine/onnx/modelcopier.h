// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/onnx/graphreader.h"
#include "engine/onnx/messagetree.h"
#include "engine/onnx/tensorplacement.h"
#include "engine/onnx/tensorreader.h"
#include "engine/onnx/weightconversion.h"
#include "engine/onnx/wirereader.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless::onnx_io {

// Makes the message of a model file once more: ranges of the file as they stand, known or not, in between
// which the tensors' data is left out and listed. Tensors whose data is in the model and small, strings, and
// tensors that cannot be understood stay as they are.
class ModelCopier {
public:
    struct Options {
        uint64_t leastBytes = 0; // smaller tensors are not listed
        std::optional<WeightConversion> conversion = {};
        std::stop_token stopToken = {};
        // Where there is one, tensors are not copied: it is told where those lie whose data is external, as
        // the file has it and whatever else is wrong with them.
        std::function<void(const std::string& location)> onLocation = {};
    };

    // `reader` reads the origin's model. Both outlive the messages that are made.
    ModelCopier(WireReader& reader, ModelOrigin& origin, Options options);

    // InvalidArgument: the file's structure is broken; external data that nothing says the size of.
    // Unsupported: a conversion that the model's operator set cannot express. Cancelled.
    [[nodiscard]] MessageTree copy(std::vector<OutgoingTensor>& tensors);

private:
    // Messages that have tensors somewhere inside.
    enum class Kind { Model, Training, Graph, Node, Attribute, Function, SparseTensor, Tensor };

    // What is known about where a message stands. What it points to lives as long as the message is walked.
    struct Place {
        const Node* node = nullptr; // name and outputs, as far as they were read
        const std::string* attribute = nullptr;
        GraphConversion* conversion = nullptr; // of the graph that it stands in
        bool isInitializer = false;
        bool isSparse = false; // values or indices of a sparse tensor
        bool isMainGraph = false;
    };

    [[nodiscard]] static std::optional<Kind> kindOf(Kind parent, int field);

    // False when nothing changes: the message is then copied with what is around it.
    bool copyMessage(
        const WireMessage& message, ByteRange bounds, Kind kind, MessageTree& tree, const Place& place);
    bool copyGraph(WireMessage message, ByteRange bounds, MessageTree& tree, const Place& place);
    void renameCasts(WireMessage graph, GraphConversion& conversion);
    [[nodiscard]] static std::optional<std::string> castNameOf(const std::string& name, const Place& place);
    [[nodiscard]] static std::optional<std::string> renamedValue(
        const WireMessage& field, const Place& place);
    void copyInputs(
        const std::vector<WireMessage>& inputs, const GraphConversion& conversion, MessageTree& tree) const;
    bool copyTensor(const WireMessage& message, ByteRange bounds, MessageTree& tree, const Place& place);
    void tellLocations(const WireMessage& message);
    void copyTensorFields(WireMessage message, ByteRange bounds, MessageTree& tree,
        const std::optional<std::string>& storedName);
    [[nodiscard]] std::shared_ptr<const ConstantInfo> readConstant(
        const WireMessage& message, const Place& place, bool& isExternal);
    void checkStop() const;

    WireReader& m_reader;
    Options m_options;
    TensorReader m_tensorReader;
    std::vector<OutgoingTensor>* m_tensors = nullptr; // while copy() runs
};

} // namespace weightless::onnx_io
