// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace weightless {

namespace plan {
struct DataflowNode;
}
class Context;
class Graph;
struct ClampedConstant;
struct GraphBuilderState;

// A value of a graph under construction (WebNN's MLOperand): an id within its builder.
class Operand {
public:
    [[nodiscard]] const TensorDescriptor& descriptor() const { return m_descriptor; }
    [[nodiscard]] DataType type() const { return m_descriptor.type; }
    [[nodiscard]] const Shape& shape() const { return m_descriptor.shape; }

private:
    friend class GraphBuilder;
    friend class Graph;

    std::weak_ptr<const GraphBuilderState> m_builder;
    size_t m_id = 0;
    TensorDescriptor m_descriptor;
};

// Builds a graph without weight data (WebNN's MLGraphBuilder). One thread. node() and build() throw Cancelled
// once a stop is requested, from any thread.
class GraphBuilder {
public:
    explicit GraphBuilder(
        std::shared_ptr<Context> context, int64_t opset = 17, std::stop_token stopToken = {});
    ~GraphBuilder();
    GraphBuilder(const GraphBuilder&) = delete;
    GraphBuilder& operator=(const GraphBuilder&) = delete;

    // Bytes that activations should not exceed: operators that can, work in smaller parts then, with the same
    // result. 0, the default: what is free on the device when build() is called. InvalidState after build(),
    // as every function below.
    void setActivationBudget(uint64_t bytes);

    // InvalidArgument: empty or doubled name, impossible descriptor. `freeDimensions` marks dimensions that
    // later dispatches may give other sizes.
    [[nodiscard]] Operand input(
        const std::string& name, TensorDescriptor descriptor, std::vector<bool> freeDimensions = {});

    // An input that no device holds: strings, a sequence, an optional. Errors as input().
    [[nodiscard]] Operand opaqueInput(const std::string& name);

    // A hollow constant: shape and type, no data. Set later with Graph::setConstantData().
    [[nodiscard]] Operand constant(TensorDescriptor descriptor, const std::string& name = {});
    // A hollow constant whose bytes lie at info->source (without one they are set as those above); one whose
    // `value` is known is not hollow. InvalidArgument when it is null, or its value or size is not what its
    // descriptor says.
    [[nodiscard]] Operand constant(std::shared_ptr<const ConstantInfo> info);
    // A small constant whose value is known now: it can decide shapes. InvalidArgument when the size does not
    // match.
    [[nodiscard]] Operand constant(TensorDescriptor descriptor, std::span<const std::byte> bytes);

    // Adds an ONNX operator of the builder's opset; validates and infers at once, as far as that needs no
    // value of a run: what does has the Undefined type. nullopt is an omitted optional input. InvalidArgument
    // / Unsupported with operator, node name, input, expected and actual.
    [[nodiscard]] std::vector<Operand> node(std::string_view opType,
        std::span<const std::optional<Operand>> inputs, const Attributes& attributes = {},
        size_t outputCount = 1, const std::string& name = {}, std::string_view domain = {});
    // For operators with one output and no omitted input.
    [[nodiscard]] Operand node(
        std::string_view opType, std::initializer_list<Operand> inputs, const Attributes& attributes = {});

    // Plans the graph, once; one that cannot be built leaves the builder as it was, and may be built with
    // other outputs. No weight byte is read. InvalidArgument: no outputs, an empty or doubled name, a foreign
    // operand. Unsupported, with the node: the device cannot run it. `outputs` keep their order.
    [[nodiscard]] std::shared_ptr<Graph> build(std::span<const std::pair<std::string, Operand>> outputs);

    // For the importer, which gives nodes their bodies: adds a resolved node whose inputs are ids of
    // operands, and declares a hollow constant of a body. The id of an operand, InvalidArgument for a foreign
    // one.
    [[nodiscard]] std::vector<Operand> add(plan::DataflowNode node);
    size_t declareHollow(std::shared_ptr<const ConstantInfo> info, bool mayHaveSource);
    [[nodiscard]] size_t idOf(const Operand& operand) const;
    // What is known of it before anything runs: null where nothing is. With other sizes of the inputs' free
    // dimensions it may be another; lastingValue() is null there.
    [[nodiscard]] std::shared_ptr<const HostTensor> knownValue(const Operand& operand) const;
    [[nodiscard]] std::shared_ptr<const HostTensor> lastingValue(const Operand& operand) const;
    // It is a constant whose value was known when it was added, not one that nodes make.
    [[nodiscard]] bool isKnownConstant(const Operand& operand) const;
    void noteClamped(ClampedConstant constant); // such a one, for Graph::clampedConstants()

private:
    [[nodiscard]] Operand operandOf(size_t id) const;
    [[nodiscard]] Operand addHollow(std::shared_ptr<const ConstantInfo> info, bool mayHaveSource);

    std::shared_ptr<GraphBuilderState> m_state;
};

} // namespace weightless
