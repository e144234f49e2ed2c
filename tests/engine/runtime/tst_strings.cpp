// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/hostvalue.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

#include <map>
#include <memory>
#include <string>

using namespace weightless;
using namespace weightless::testing;

namespace {

using Texts = std::vector<std::string>;

HostValue texts(Shape shape, Texts values)
{
    return makeHostValue(HostTensor {{DataType::String, std::move(shape)}, {}, std::move(values)});
}

Node constantOf(const std::string& attribute, AttributeValue value, const std::string& output)
{
    Attributes attributes;
    attributes.set(attribute, std::move(value));
    return nodeOf("Constant", {}, {output}, attributes);
}

} // namespace

// Strings in graphs that compute numbers on a device.
class TestStrings : public ContextTest {
    Q_OBJECT

private:
    struct Results {
        std::map<std::string, std::shared_ptr<Tensor>> tensors;
        std::map<std::string, HostValue> values;
    };
    Results resultsOf(const Model& model, const NamedTensors& inputs, std::map<std::string, HostValue> values)
    {
        const auto graph = buildGraph(m_context, model);
        Results results;
        const OutputTensors outputs = [&](const std::string& name, const TensorDescriptor& descriptor) {
            return results.tensors[name] = m_context->createTensor(descriptor);
        };
        results.values = m_context->dispatch(*graph, inputs, outputs, {.values = std::move(values)}).values;
        return results;
    }
    std::shared_ptr<Tensor> tensorOf(const HostTensor& value)
    {
        auto tensor = m_context->createTensor(value.descriptor);
        m_context->writeTensor(*tensor, value.bytes);
        return tensor;
    }

private slots:
    void theirShapeDecidesOthers()
    {
        Model model;
        model.opsets[""] = 17;
        model.graph.inputs = {
            valueOf("words", DataType::String, {2, 3}), valueOf("x", DataType::Float32, {6})};
        model.graph.outputs = {valueOf("y", DataType::Float32, {2, 3}), valueOf("n", DataType::Int64, {})};
        model.graph.nodes = {nodeOf("Shape", {"words"}, {"shape"}), nodeOf("Reshape", {"x", "shape"}, {"y"}),
            nodeOf("Size", {"words"}, {"n"})};
        const Results results = resultsOf(model, {{"x", tensorOf(floatTensor({6}, {1, 2, 3, 4, 5, 6}))}},
            {{"words", texts({2, 3}, {"a", "b", "c", "d", "e", "f"})}});
        QCOMPARE(results.tensors.at("y")->descriptor().shape, (Shape {2, 3}));
        QCOMPARE(elementAsInt64(m_context->readTensor(*results.tensors.at("n")), 0), int64_t {6});
    }

    void constantsAreText()
    {
        Model model;
        model.opsets[""] = 19;
        model.graph.inputs = {valueOf("words", DataType::String, {2})};
        model.graph.outputs = {valueOf("same", DataType::Bool, {2})};
        model.graph.nodes = {constantOf("value_string", std::string("a"), "a"),
            constantOf("value_strings", Texts {"b", "b"}, "b"), nodeOf("Equal", {"words", "a"}, {"isA"}),
            nodeOf("Equal", {"words", "b"}, {"isB"}), nodeOf("Or", {"isA", "isB"}, {"same"})};
        const Results results = resultsOf(model, {}, {{"words", texts({2}, {"c", "b"})}});
        QCOMPARE(
            toInt64Vector(m_context->readTensor(*results.tensors.at("same"))), (std::vector<int64_t> {0, 1}));
    }

    // Beside what the device computes, or with nothing else.
    void constantsAreOutputs_data()
    {
        QTest::addColumn<bool>("computes");
        QTest::addColumn<bool>("isNode");
        for (const bool computes : {false, true}) {
            for (const bool isNode : {false, true}) {
                QTest::addRow("%s%s", isNode ? "a node" : "an initializer", computes ? ", and numbers" : "")
                    << computes << isNode;
            }
        }
    }
    void constantsAreOutputs()
    {
        QFETCH(const bool, computes);
        QFETCH(const bool, isNode);
        Model model;
        model.opsets[""] = 17;
        model.graph.outputs = {valueOf("names", DataType::String, {2})};
        if (isNode) {
            model.graph.nodes = {constantOf("value_strings", Texts {"cat", "dog"}, "names")};
        } else {
            model.graph.constants = {knownConstant("names", *texts({2}, {"cat", "dog"}).tensor)};
        }
        NamedTensors inputs;
        if (computes) {
            model.graph.inputs = {valueOf("x", DataType::Float32, {2})};
            model.graph.nodes.push_back(nodeOf("Relu", {"x"}, {"y"}));
            model.graph.outputs.push_back(valueOf("y", DataType::Float32, {2}));
            inputs["x"] = tensorOf(floatTensor({2}, {-1, 2}));
        }
        const auto graph = buildGraph(m_context, model);
        QVERIFY(graph->outputs()[0].descriptor.type == DataType::Undefined); // no device's tensor
        QVERIFY(graph->outputsFor({})[0].descriptor.type == DataType::Undefined);
        const Results results = resultsOf(model, inputs, {});
        QCOMPARE(results.values.at("names").tensor->strings, (Texts {"cat", "dog"}));
        QCOMPARE(results.tensors.size(), size_t {computes ? 1u : 0u});
    }
};

QTEST_GUILESS_MAIN(TestStrings)
#include "tst_strings.moc"
