// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/testing/operatorcase.h"
#include "engine/runtime/graph.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <cmath>

using namespace weightless;
using namespace weightless::testing;

namespace {

const Shape imageShape {2, 6, 5, 7};
const Shape rowsShape {3, 5, 17};

// The result and, where nothing shall be fused, what else is an output.
using Results = std::vector<Operand>;

// Hollow constants, which are set in the order in which they are made.
class Sketch {
public:
    explicit Sketch(const std::shared_ptr<Context>& context, DataType type)
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
    Operand node(std::string_view opType, std::initializer_list<Operand> nodeInputs)
    {
        return m_builder.node(opType, nodeInputs);
    }

    // What a run yields; the graph's steps are in `steps`.
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
        steps = graph->memoryPlan().stepCount;
        return runGraph(context, *graph, inputs);
    }

    std::vector<HostTensor> inputs;
    std::vector<HostTensor> constants;
    std::vector<Operand> operands;
    size_t steps = 0;

private:
    GraphBuilder m_builder;
    DataType m_type;
};

// GroupNorm before opset 18, and SiLU.
Results groupNorm(Sketch& sketch, bool isFused)
{
    const Operand x = sketch.input(imageShape);
    const Operand grouped = sketch.node("Reshape", {x, sketch.known(ops::int64Tensor({0, 3, -1}))});
    const Operand normal =
        sketch.node("InstanceNormalization", {grouped, sketch.filled(1), sketch.filled(0)});
    const Operand restored = sketch.node("Reshape", {normal, sketch.known(makeInt64Tensor(imageShape))});
    const Operand scaled = sketch.node("Mul", {restored, sketch.hollow({6, 1, 1})});
    const Operand moved = sketch.node("Add", {scaled, sketch.hollow({6, 1, 1})});
    const Operand result = sketch.node("Mul", {moved, sketch.node("Sigmoid", {moved})});
    return isFused ? Results {result} : Results {result, normal, scaled, moved};
}

// The sum before a layer, which goes on beside it.
Results residual(Sketch& sketch, bool isFused)
{
    const Operand first = sketch.input(rowsShape);
    const Operand sum = sketch.node("Add", {first, sketch.input(rowsShape)});
    Results others; // made before the norm: it is not the first reader then
    if (!isFused) {
        others.push_back(sketch.node("Neg", {sum}));
    }
    const Operand rows = sketch.node("LayerNormalization", {sum, sketch.hollow({17}), sketch.hollow({17})});
    const Operand layer = sketch.node("Tanh", {rows});
    others.insert(others.begin(), sketch.node("Add", {sum, layer}));
    return others;
}

// One row, whose factors were computed and are as large as the row: nothing may take their places before they
// are read.
Results singleRow(Sketch& sketch, bool isFused)
{
    const Shape row {1, 17};
    const Operand sum = sketch.node("Add", {sketch.input(row), sketch.input(row)});
    Results others; // made before the norm, as above
    if (!isFused) {
        others.push_back(sketch.node("Neg", {sum}));
    }
    const Operand scale = sketch.node("Tanh", {sketch.input({17})});
    const Operand bias = sketch.node("Neg", {sketch.input({17})});
    others.insert(
        others.begin(), sketch.node("Tanh", {sketch.node("LayerNormalization", {sum, scale, bias})}));
    return others;
}

// Compares the first results.
void compareResults(const HostTensor& found, const HostTensor& expected, double tolerance)
{
    for (size_t i = 0; i < static_cast<size_t>(elementCount(found.descriptor.shape).value_or(0)); ++i) {
        const double difference = elementAsDouble(found, i) - elementAsDouble(expected, i);
        const double size = std::abs(elementAsDouble(expected, i));
        QVERIFY2(std::abs(difference) <= tolerance * (1 + size), std::to_string(i).c_str());
    }
}

} // namespace

// Fused normalisations against the same nodes one by one.
class TestFusedNorms : public ContextTest {
    Q_OBJECT

private slots:
    void yieldWhatTheNodesDo_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<bool>("isGroupNorm");
        QTest::addColumn<size_t>("steps");
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            QTest::addRow("group norm, %s", toString(type).c_str()) << type << true << size_t {1};
            QTest::addRow("sum, %s", toString(type).c_str()) << type << false << size_t {3};
        }
    }

    void yieldWhatTheNodesDo()
    {
        QFETCH(const DataType, type);
        QFETCH(const bool, isGroupNorm);
        QFETCH(const size_t, steps);
        const auto pattern = isGroupNorm ? groupNorm : residual;
        Sketch fused(m_context, type);
        const std::vector<HostTensor> found = fused.run(*m_context, pattern(fused, true));
        QCOMPARE(fused.steps, steps);
        Sketch apart(m_context, type);
        const std::vector<HostTensor> expected = apart.run(*m_context, pattern(apart, false));
        QCOMPARE(apart.steps, size_t {5});
        const double tolerance = type == DataType::Float32 ? 1e-5 : type == DataType::Float16 ? 4e-3 : 3e-2;
        compareResults(found[0], expected[0], tolerance);
    }

    void factorsOfASingleRowStay()
    {
        Sketch fused(m_context, DataType::Float32);
        const std::vector<HostTensor> found = fused.run(*m_context, singleRow(fused, true));
        QCOMPARE(fused.steps, size_t {4});
        Sketch apart(m_context, DataType::Float32);
        const std::vector<HostTensor> expected = apart.run(*m_context, singleRow(apart, false));
        QCOMPARE(apart.steps, size_t {6}); // the sum has another reader before
        compareResults(found[0], expected[0], 1e-5);
    }
};

QTEST_GUILESS_MAIN(TestFusedNorms)
#include "tst_fusednorms.moc"
