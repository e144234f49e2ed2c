// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/ops/testing/operatorcase.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <cmath>

// Graphs that are fused against the same nodes one by one.
namespace weightless::testing {

// The result and, where nothing shall be fused, what else is an output.
using Results = std::vector<Operand>;

// Hollow constants, which are set in the order in which they are made.
class FusedSketch {
public:
    explicit FusedSketch(const std::shared_ptr<Context>& context, DataType type)
        : m_builder(context)
        , m_type(type)
    {
    }

    Operand input(const Shape& shape)
    {
        inputs.push_back(ops::randomTensor(m_type, shape, 90 + inputs.size()));
        return m_builder.input("x" + std::to_string(inputs.size()), {m_type, shape});
    }
    Operand hollow(const Shape& shape)
    {
        constants.push_back(ops::randomTensor(m_type, shape, 80 + constants.size(), 0.5, 1.5));
        return operands.emplace_back(
            m_builder.constant({m_type, shape}, "w" + std::to_string(constants.size())));
    }
    Operand known(const HostTensor& tensor) { return m_builder.constant(tensor.descriptor, tensor.bytes); }
    Operand filled(double value) { return known(ops::tensorOf(m_type, {3}, {value, value, value})); }
    Operand node(
        std::string_view opType, std::initializer_list<Operand> nodeInputs, const Attributes& attributes = {})
    {
        return m_builder.node(opType, nodeInputs, attributes);
    }

    // What a run yields; what the graph takes is in `plan`.
    [[nodiscard]] std::vector<HostTensor> run(Context& context, const std::vector<Operand>& results)
    {
        std::vector<std::pair<std::string, Operand>> outputs;
        for (const Operand& result : results) {
            outputs.emplace_back("y" + std::to_string(outputs.size()), result);
        }
        const std::shared_ptr<Graph> graph = m_builder.build(outputs);
        for (size_t i = 0; i < constants.size(); ++i) {
            graph->setConstantData(operands[i], constants[i].bytes);
        }
        plan = graph->memoryPlan();
        return runGraph(context, *graph, inputs);
    }

    std::vector<HostTensor> inputs;
    std::vector<HostTensor> constants;
    std::vector<Operand> operands;
    MemoryPlan plan;

private:
    GraphBuilder m_builder;
    DataType m_type;
};

// Compares the first results.
inline void compareResults(const HostTensor& found, const HostTensor& expected, double tolerance)
{
    for (size_t i = 0; i < static_cast<size_t>(elementCount(found.descriptor.shape).value_or(0)); ++i) {
        const double difference = elementAsDouble(found, i) - elementAsDouble(expected, i);
        const double size = std::abs(elementAsDouble(expected, i));
        QVERIFY2(std::abs(difference) <= tolerance * (1 + size), std::to_string(i).c_str());
    }
}

} // namespace weightless::testing
