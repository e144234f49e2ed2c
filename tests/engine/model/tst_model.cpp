// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model.h"

#include "tests/engine/expecterror.h"

#include <QTest>

using namespace weightless;

namespace {

std::shared_ptr<const ConstantInfo> constant(const std::string& name, int64_t elements)
{
    auto info = std::make_shared<ConstantInfo>();
    info->name = name;
    info->descriptor = {DataType::Float32, {elements}};
    info->sizeBytes = static_cast<uint64_t>(elements) * 4;
    return info;
}

// Two nodes; the first has a sub-graph with a node and a constant, and a constant in an attribute.
Model nestedModel()
{
    auto branch = std::make_shared<ModelGraph>();
    branch->name = "then_branch";
    branch->nodes.push_back({.name = "inner", .opType = "Relu"});
    branch->constants.push_back(constant("inner weight", 10));
    Model model;
    model.opsets[""] = 17;
    model.graph.constants.push_back(constant("weight", 100));
    Node node {.name = "outer", .opType = "If"};
    node.attributes.set("then_branch", std::shared_ptr<const ModelGraph>(branch));
    node.attributes.set("value", constant("attribute", 1));
    model.graph.nodes.push_back(node);
    model.graph.nodes.push_back({.name = "foreign", .opType = "Gelu", .domain = "com.microsoft"});
    ModelFunction function;
    function.nodes.push_back({.name = "in function", .opType = "Relu"});
    model.functions.push_back(function);
    return model;
}

} // namespace

class TestModel : public QObject {
    Q_OBJECT

private slots:
    void walksSubgraphsAndAttributes()
    {
        std::vector<std::string> names;
        forEachConstant(nestedModel(), [&](const auto& info) { names.push_back(info->name); });
        QCOMPARE(names, (std::vector<std::string> {"weight", "attribute", "inner weight"}));
        const ModelTotals totals = totalsOf(nestedModel());
        QCOMPARE(totals.constantCount, 3u);
        QCOMPARE(totals.constantBytes, 444u);
        QCOMPARE(totals.largestConstantBytes, 400u);
        QCOMPARE(totals.nodeCount, 4u);
        const std::map<std::string, uint64_t> expected {{"If", 1}, {"Relu", 2}, {"com.microsoft.Gelu", 1}};
        QCOMPARE(operatorCounts(nestedModel()), expected);
    }

    void opset()
    {
        Model model;
        QCOMPARE(model.opset(), 1);
        model.opsets["ai.onnx"] = 12;
        QCOMPARE(model.opset(), 12);
        model.opsets[""] = 17;
        QCOMPARE(model.opset(), 17);
    }

    void attributes()
    {
        Attributes attributes;
        attributes.set("axis", int64_t {2});
        attributes.set("axis", int64_t {3});
        attributes.set("pads", std::vector<int64_t> {1, 2});
        QCOMPARE(attributes.all().size(), size_t {2});
        QCOMPARE(attributes.intOr("axis", 0), 3);
        QCOMPARE(attributes.intOr("missing", 7), 7);
        QCOMPARE(attributes.ints("missing"), std::nullopt);
        QVERIFY(attributes.tensor("missing") == nullptr);
        EXPECT_ERROR(
            attributes.floatOr("axis", 0), ErrorKind::InvalidArgument, "'axis' is 3, expected a number");
        EXPECT_ERROR(attributes.intOr("pads", 0), ErrorKind::InvalidArgument, "[1, 2]");
    }

    void attributeTexts()
    {
        QCOMPARE(toString(AttributeValue(0.5F)), std::string("0.5"));
        QCOMPARE(toString(AttributeValue(std::string("mode"))), std::string("\"mode\""));
        QCOMPARE(toString(AttributeValue(std::vector<int64_t>(20, 1))).ends_with(", … 20 in all]"), true);
        QCOMPARE(toString(AttributeValue(constant("w", 3))), std::string("float32[3]"));
        auto branch = std::make_shared<ModelGraph>();
        branch->name = "else";
        branch->nodes.resize(1);
        QCOMPARE(toString(AttributeValue(std::shared_ptr<const ModelGraph>(branch))),
            std::string("graph 'else' with 1 node"));
        QCOMPARE(toString(AttributeValue(OpaqueAttribute {"type"})), std::string("type"));
    }

    void sources()
    {
        ConstantSource source;
        QVERIFY(!hasBytes(source));
        QCOMPARE(describe(source), std::string("nowhere"));
        source.range = MemoryRange {};
        QVERIFY(!hasBytes(source));
        source.range = MemoryRange {std::make_shared<const std::vector<std::byte>>(8), 2, 6};
        QVERIFY(hasBytes(source));
        QCOMPARE(offsetBytes(source), 2u);
        QCOMPARE(lengthBytes(source), 6u);
        QCOMPARE(describe(source), std::string("memory"));
        source.range =
            FileRange {std::make_shared<const FileReference>("folder/weights.pb", FileIdentity {}), 4096, 12};
        QCOMPARE(describe(source), std::string("weights.pb @ 4096"));
        QCOMPARE(lengthBytes(source), 12u);
    }
};

QTEST_APPLESS_MAIN(TestModel)
#include "tst_model.moc"
