// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/parametercount.h"

#include <QTest>

using namespace weightless;

namespace {

std::shared_ptr<const ConstantInfo> typed(const char* name, DataType type, Shape shape)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->descriptor = {type, std::move(shape)};
    return info;
}

Node reader(const char* opType, std::vector<std::string> inputs)
{
    return {.opType = opType, .inputs = std::move(inputs), .outputs = {"y"}};
}

// Of one constant "w" that the node reads.
uint64_t countOf(DataType type, Shape shape, Node node)
{
    Model model;
    model.graph.constants = {typed("w", type, std::move(shape))};
    model.graph.nodes = {std::move(node)};
    return countParameters(model);
}

Node withBits(Node node, const char* attribute, int64_t bits)
{
    node.attributes.set(attribute, bits);
    return node;
}

} // namespace

class TestParameterCount : public QObject {
    Q_OBJECT

private slots:
    void floatsCountWhoeverReadsThem()
    {
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16,
                 DataType::Float64, DataType::Float8E5M2, DataType::Float4E2M1}) {
            QCOMPARE(countOf(type, {3, 4}, reader("Conv", {"x", "w"})), uint64_t {12});
        }
        QCOMPARE(countOf(DataType::Float32, {}, reader("Mul", {"x", "w"})), uint64_t {1});
    }

    // Shapes, axes, indices, masks: numbers that nothing learned.
    void otherIntegersAreNone()
    {
        QCOMPARE(countOf(DataType::Int64, {4}, reader("Reshape", {"x", "w"})), uint64_t {0});
        QCOMPARE(countOf(DataType::Int64, {4}, reader("Gather", {"w", "x"})), uint64_t {0});
        QCOMPARE(countOf(DataType::Int32, {4}, reader("Gather", {"x", "w"})), uint64_t {0});
        QCOMPARE(countOf(DataType::Bool, {4}, reader("Where", {"w", "x", "x"})), uint64_t {0});
        QCOMPARE(countOf(DataType::String, {4}, reader("Gather", {"w", "x"})), uint64_t {0});
        QCOMPARE(countOf(DataType::UInt8, {1}, reader("Cast", {"w"})), uint64_t {0});
    }

    void quantisedWeightsCount()
    {
        QCOMPARE(countOf(DataType::Int8, {3, 4}, reader("DequantizeLinear", {"w", "s", "z"})), uint64_t {12});
        QCOMPARE(
            countOf(DataType::Int32, {3}, reader("DequantizeLinear", {"w", "s"})), uint64_t {3}); // a bias
        QCOMPARE(countOf(DataType::UInt8, {3, 4}, reader("QLinearConv", {"x", "a", "b", "w", "c", "d"})),
            uint64_t {12});
        QCOMPARE(countOf(DataType::UInt8, {3, 4}, reader("QLinearMatMul", {"x", "a", "b", "w", "c", "d"})),
            uint64_t {12});
        QCOMPARE(countOf(DataType::UInt8, {3, 4}, reader("MatMulInteger", {"x", "w"})), uint64_t {12});
        QCOMPARE(countOf(DataType::Int8, {3, 4}, reader("ConvInteger", {"x", "w", "z"})), uint64_t {12});
        QCOMPARE(countOf(DataType::UInt8, {3, 4}, reader("Gather", {"w", "x"})), uint64_t {12});
        QCOMPARE(countOf(DataType::Int4, {3, 4}, reader("DequantizeLinear", {"w", "s"})), uint64_t {12});
        QCOMPARE(countOf(DataType::UInt4, {3, 4}, reader("Cast", {"w"})), uint64_t {12});
    }

    void zeroPointsAreNone()
    {
        QCOMPARE(countOf(DataType::UInt4, {12}, reader("DequantizeLinear", {"x", "s", "w"})), uint64_t {0});
        QCOMPARE(countOf(DataType::UInt8, {12}, reader("DequantizeLinear", {"x", "s", "w"})), uint64_t {0});
        QCOMPARE(countOf(DataType::UInt8, {12}, reader("MatMulInteger", {"x", "y", "w"})), uint64_t {0});
        QCOMPARE(countOf(DataType::UInt8, {12}, reader("MatMulNBits", {"x", "y", "s", "w"})), uint64_t {0});
    }

    // Two in a byte, if the attribute does not say otherwise.
    void packedWeightsCountUnpacked()
    {
        const Node product = reader("MatMulNBits", {"x", "w", "s"});
        QCOMPARE(countOf(DataType::UInt8, {5, 2, 16}, product), uint64_t {320});
        QCOMPARE(countOf(DataType::UInt8, {5, 2, 16}, withBits(product, "bits", 8)), uint64_t {160});
        QCOMPARE(countOf(DataType::UInt8, {5, 2, 16}, withBits(product, "bits", 2)), uint64_t {640});
        QCOMPARE(countOf(DataType::UInt8, {5, 2, 16}, withBits(product, "bits", 0)), uint64_t {320});
        const Node table = reader("GatherBlockQuantized", {"w", "x", "s"});
        QCOMPARE(countOf(DataType::UInt8, {5, 16}, table), uint64_t {160});
        QCOMPARE(countOf(DataType::Int4, {5, 16}, table), uint64_t {80});
    }

    // Also of nodes, in bodies and in functions.
    void constantsAreFoundEverywhere()
    {
        auto body = std::make_shared<ModelGraph>();
        body->constants = {typed("inner", DataType::Float32, {5}), typed("axes", DataType::Int64, {7})};
        body->nodes = {reader("MatMulInteger", {"x", "outer"})}; // of the graph around it
        Node branch = reader("If", {"c"});
        branch.attributes.set("then_branch", std::shared_ptr<const ModelGraph>(body));
        Node made = {.opType = "Constant", .outputs = {"made"}};
        made.attributes.set("value", typed("", DataType::Int8, {100}));
        Node shape = {.opType = "Constant", .outputs = {"shape"}};
        shape.attributes.set("value", typed("", DataType::Int64, {3}));
        Model model;
        model.graph.constants = {typed("outer", DataType::UInt8, {10})};
        model.graph.nodes = {branch, shape};
        ModelFunction function;
        function.nodes = {made, reader("DequantizeLinear", {"made", "s"})};
        model.functions = {function};
        QCOMPARE(countParameters(model), uint64_t {115});
    }
};

QTEST_APPLESS_MAIN(TestParameterCount)
#include "tst_parametercount.moc"
