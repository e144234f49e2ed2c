// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/onnx/wirewriter.h"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

namespace weightless::onnx_io {

// Offsets in the data file, for constants that live there.
using ExternalOffsets = std::unordered_map<const ConstantInfo*, uint64_t>;

// Writes a Model as a ModelProto.
class MessageWriter {
public:
    // `writeBytes` writes ConstantInfo::sizeBytes of a constant that stays in the model.
    using WriteBytes = std::function<void(const ConstantInfo&, OutputFile&)>;

    MessageWriter(ExternalOffsets offsets, std::string dataFileName, WriteBytes writeBytes);

    // Unsupported for attributes that Model does not keep, naming the node.
    void write(WireWriter& writer, const Model& model) const;

private:
    void writeGraph(WireWriter& writer, const ModelGraph& graph) const;
    void writeNode(WireWriter& writer, const Node& node) const;
    void writeAttribute(WireWriter& writer, const Attribute& attribute, const Node& node) const;
    template <typename T>
    void writeValue(WireWriter& writer, const T& value) const;
    template <typename T>
    void writeElement(WireWriter& writer, const T& element) const;
    void writeFunction(WireWriter& writer, const ModelFunction& function) const;
    void writeConstant(WireWriter& writer, const ConstantInfo& constant) const;

    ExternalOffsets m_offsets;
    std::string m_dataFileName;
    WriteBytes m_writeBytes;
};

} // namespace weightless::onnx_io
