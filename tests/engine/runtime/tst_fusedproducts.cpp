// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/runtime/fusedsketch.h"

#include <QTest>

#include <numbers>

using namespace weightless;
using namespace weightless::testing;

namespace {

HostTensor number(DataType type, double value)
{
    return ops::tensorOf(type, {}, {value});
}

// A layer as transformers have it: rows times a transposed weight, a bias, and Gelu as exporters write it.
Results layer(FusedSketch& sketch, DataType type, bool isTanh, bool isFused)
{
    const Operand weight = sketch.hollow({37, 24});
    // What is computed is not read the other way round.
    const Operand source = isFused ? weight : sketch.node("Neg", {sketch.node("Neg", {weight})});
    const Operand turned = sketch.node("Transpose", {source});
    const Operand product = sketch.node("MatMul", {sketch.input({3, 9, 24}), turned});
    const Operand x = sketch.node("Add", {product, sketch.hollow({37})});
    const Operand one = sketch.known(number(type, 1));
    Operand curve;
    if (isTanh) {
        const Operand cube = sketch.node("Mul", {sketch.node("Mul", {x, x}), x});
        const Operand bent =
            sketch.node("Add", {x, sketch.node("Mul", {cube, sketch.known(number(type, 0.044715))})});
        const Operand factor = sketch.known(number(type, std::sqrt(2 / std::numbers::pi)));
        curve = sketch.node("Tanh", {sketch.node("Mul", {bent, factor})});
    } else {
        curve =
            sketch.node("Erf", {sketch.node("Div", {x, sketch.known(number(type, std::numbers::sqrt2))})});
    }
    const Operand gate = sketch.node("Mul", {x, sketch.node("Add", {curve, one})});
    const Operand result = sketch.node("Mul", {gate, sketch.known(number(type, 0.5))});
    return isFused ? Results {result} : Results {result, turned, product, x, curve, gate};
}

// A convolution with a bias and slopes for what is below zero; hollow, so that the slopes come to the bias
// only when both are set.
Results sloped(FusedSketch& sketch, bool isFused)
{
    // Constants lie between 0.5 and 1.5: what is subtracted puts about half of the results below zero.
    const Operand x = sketch.node("Sub", {sketch.input({2, 5, 7, 9}), sketch.hollow({9})});
    const Operand product = sketch.node("Conv", {x, sketch.hollow({6, 5, 1, 1}), sketch.hollow({6})});
    const Operand result = sketch.node(
        "PRelu", {sketch.node("Add", {product, sketch.input({2, 6, 7, 9})}), sketch.hollow({6, 1, 1})});
    return isFused ? Results {result} : Results {result, product};
}

// A window over what zeros were put around: pads of rows and columns, at the beginning and at the end.
struct PaddedWindow {
    std::string opType = "Conv";
    int64_t groups = 1; // of six channels
    int64_t stride = 1;
    std::vector<int64_t> pads {1, 1, 1, 1};
};

Results padded(FusedSketch& sketch, const PaddedWindow& window, bool isFused)
{
    std::vector<double> pads(8);
    for (size_t i = 0; i < 2; ++i) {
        pads[2 + i] = static_cast<double>(window.pads[i]);
        pads[6 + i] = static_cast<double>(window.pads[2 + i]);
    }
    const Operand source = sketch.node(
        "Pad", {sketch.input({2, 6, 17, 19}), sketch.known(ops::tensorOf(DataType::Int64, {8}, pads))});
    Attributes attributes;
    attributes.set("strides", std::vector<int64_t>(2, window.stride));
    Operand result;
    if (window.opType == "Conv") {
        attributes.set("group", window.groups);
        const Operand filter = sketch.hollow({12, 6 / window.groups, 3, 3});
        result = sketch.node("Conv", {source, filter, sketch.hollow({12})}, attributes);
    } else {
        attributes.set("kernel_shape", std::vector<int64_t> {3, 3});
        result = sketch.node(window.opType, {source}, attributes);
    }
    return isFused ? Results {result} : Results {result, source};
}

} // namespace

// Products with what follows them, and what comes before, against the same nodes one by one.
class TestFusedProducts : public ContextTest {
    Q_OBJECT

private slots:
    void layersOfTransformers_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<bool>("isTanh");
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            QTest::addRow("erf, %s", toString(type).c_str()) << type << false;
            QTest::addRow("tanh, %s", toString(type).c_str()) << type << true;
        }
    }

    void layersOfTransformers()
    {
        QFETCH(const DataType, type);
        QFETCH(const bool, isTanh);
        FusedSketch fused(m_context, type);
        const std::vector<HostTensor> found = fused.run(*m_context, layer(fused, type, isTanh, true));
        QCOMPARE(fused.plan.stepCount, size_t {1});
        QCOMPARE(fused.plan.onceStepCount, size_t {0});
        QCOMPARE(fused.plan.derivedBytes, uint64_t {0}); // no second copy of the weight
        FusedSketch apart(m_context, type);
        const std::vector<HostTensor> expected = apart.run(*m_context, layer(apart, type, isTanh, false));
        QVERIFY(apart.plan.stepCount > 5);
        const double tolerance = type == DataType::Float32 ? 1e-5 : type == DataType::Float16 ? 4e-3 : 3e-2;
        compareResults(found[0], expected[0], tolerance);
    }

    void slopesOfConvolutions_data()
    {
        QTest::addColumn<DataType>("type");
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            QTest::addRow("%s", toString(type).c_str()) << type;
        }
    }

    void slopesOfConvolutions()
    {
        QFETCH(const DataType, type);
        FusedSketch fused(m_context, type);
        const std::vector<HostTensor> found = fused.run(*m_context, sloped(fused, true));
        QCOMPARE(fused.plan.stepCount, size_t {2});
        QVERIFY(fused.plan.onceStepCount > 0);
        FusedSketch apart(m_context, type);
        const std::vector<HostTensor> expected = apart.run(*m_context, sloped(apart, false));
        QVERIFY(apart.plan.stepCount > 2);
        const double tolerance = type == DataType::Float32 ? 1e-5 : type == DataType::Float16 ? 8e-3 : 6e-2;
        compareResults(found[0], expected[0], tolerance);
        size_t negatives = 0;
        const auto count = static_cast<size_t>(elementCount(expected[0].descriptor.shape).value_or(0));
        for (size_t i = 0; i < count; ++i) {
            negatives += elementAsDouble(expected[0], i) < 0 ? 1 : 0;
        }
        QVERIFY(negatives > 0 && negatives < count); // else no slope, or nothing but slopes, was seen
    }

    void windowsTakePads_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<PaddedWindow>("window");
        for (const DataType type : {DataType::Float32, DataType::Float16}) {
            const auto add = [&](const char* name, const PaddedWindow& window) {
                QTest::addRow("%s, %s", name, toString(type).c_str()) << type << window;
            };
            add("ordinary", {});
            add("ordinary, wider than the filter", {.pads = {5, 0, 4, 7}});
            add("ordinary, by twos", {.stride = 2, .pads = {0, 0, 1, 1}});
            add("grouped", {.groups = 2, .pads = {2, 1, 0, 3}});
            add("depthwise", {.groups = 6});
            add("depthwise, by twos", {.groups = 6, .stride = 2, .pads = {0, 0, 1, 1}});
            add("depthwise, wider than the filter", {.groups = 6, .pads = {4, 6, 0, 5}});
            add("mean", {.opType = "AveragePool", .pads = {1, 2, 0, 1}});
            add("mean, by twos", {.opType = "AveragePool", .stride = 2, .pads = {0, 1, 4, 1}});
        }
    }

    void windowsTakePads()
    {
        QFETCH(const DataType, type);
        QFETCH(const PaddedWindow, window);
        FusedSketch fused(m_context, type);
        const std::vector<HostTensor> found = fused.run(*m_context, padded(fused, window, true));
        FusedSketch apart(m_context, type);
        const std::vector<HostTensor> expected = apart.run(*m_context, padded(apart, window, false));
        QCOMPARE(fused.plan.stepCount + 1, apart.plan.stepCount);
        compareResults(found[0], expected[0], type == DataType::Float32 ? 1e-5 : 4e-3);
    }
};

QTEST_GUILESS_MAIN(TestFusedProducts)
#include "tst_fusedproducts.moc"
