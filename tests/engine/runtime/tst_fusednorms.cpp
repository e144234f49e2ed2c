// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/runtime/fusedsketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

const Shape imageShape {2, 6, 5, 7};
const Shape rowsShape {3, 5, 17};

// GroupNorm before opset 18, and SiLU.
Results groupNorm(FusedSketch& sketch, bool isFused)
{
    const Operand x = sketch.input(imageShape);
    const Operand grouped = sketch.node("Reshape", {x, sketch.known(ops::int64Tensor({0, 3, -1}))});
    const Operand normal =
        sketch.node("InstanceNormalization", {grouped, sketch.filled(1), sketch.filled(0)});
    const Operand restored = sketch.node("Reshape", {normal, sketch.known(makeInt64Tensor(imageShape))});
    const Operand scaled = sketch.node("Mul", {restored, sketch.hollow({6, 1, 1})});
    const Operand moved = sketch.node("Add", {scaled, sketch.hollow({6, 1, 1})});
    const Operand gate = sketch.node("Sigmoid", {moved});
    const Operand result = sketch.node("Mul", {moved, gate});
    return isFused ? Results {result} : Results {result, normal, scaled, moved, gate};
}

// The sum before a layer, which goes on beside it.
Results residual(FusedSketch& sketch, bool isFused)
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
Results singleRow(FusedSketch& sketch, bool isFused)
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
        FusedSketch fused(m_context, type);
        const std::vector<HostTensor> found = fused.run(*m_context, pattern(fused, true));
        QCOMPARE(fused.plan.stepCount, steps);
        FusedSketch apart(m_context, type);
        const std::vector<HostTensor> expected = apart.run(*m_context, pattern(apart, false));
        QCOMPARE(apart.plan.stepCount, size_t {5});
        const double tolerance = type == DataType::Float32 ? 1e-5 : type == DataType::Float16 ? 4e-3 : 3e-2;
        compareResults(found[0], expected[0], tolerance);
    }

    void factorsOfASingleRowStay()
    {
        FusedSketch fused(m_context, DataType::Float32);
        const std::vector<HostTensor> found = fused.run(*m_context, singleRow(fused, true));
        QCOMPARE(fused.plan.stepCount, size_t {4});
        FusedSketch apart(m_context, DataType::Float32);
        const std::vector<HostTensor> expected = apart.run(*m_context, singleRow(apart, false));
        QCOMPARE(apart.plan.stepCount, size_t {6}); // the sum has another reader before
        compareResults(found[0], expected[0], 1e-5);
    }
};

QTEST_GUILESS_MAIN(TestFusedNorms)
#include "tst_fusednorms.moc"
