// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/functions.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

Node callOf(std::string function, std::vector<std::string> inputs, std::string output)
{
    Node node = nodeOf(std::move(function), std::move(inputs), {std::move(output)});
    node.domain = "own";
    return node;
}

// twice(x) = leaky(x) + leaky(x), with leaky's slope from the call: y = twice(x); z = twice(y)
Model calling()
{
    Model model;
    model.opsets = {{"", 17}, {"own", 1}};
    model.graph.inputs = {valueOf("x", DataType::Float32, {2})};
    model.graph.outputs = {valueOf("z", DataType::Float32, {2})};
    model.graph.nodes = {callOf("twice", {"x"}, "y"), callOf("twice", {"y"}, "z")};
    ModelFunction leaky;
    leaky.domain = "own";
    leaky.name = "leaky";
    leaky.inputs = {"a"};
    leaky.outputs = {"b"};
    leaky.attributeDefaults.set("slope", 0.5f);
    Attributes reference;
    reference.set("alpha", OpaqueAttribute {"float", "slope", 1});
    leaky.nodes = {nodeOf("LeakyRelu", {"a"}, {"b"}, reference)};
    ModelFunction twice;
    twice.domain = "own";
    twice.name = "twice";
    twice.inputs = {"v"};
    twice.outputs = {"sum"};
    twice.nodes = {callOf("leaky", {"v"}, "half"), nodeOf("Add", {"half", "half"}, {"sum"})};
    model.functions = {leaky, twice};
    return model;
}

} // namespace

// Functions of a model become nodes, with the call's name as a scope.
class TestFunctions : public ContextTest {
    Q_OBJECT

private slots:
    void callsBecomeNodes()
    {
        const Model flat = withFunctionsInlined(calling());
        QCOMPARE(flat.graph.nodes.size(), size_t {4});
        QCOMPARE(flat.graph.nodes[0].name, std::string("/y//half//b"));
        QCOMPARE(flat.graph.nodes[0].attributes.floatOr("alpha", 0), 0.5f);
        QCOMPARE(flat.graph.nodes[1].outputs, (std::vector<std::string> {"y"}));
        QVERIFY(flat.functions.empty());
        QVERIFY(unsupportedOperators(calling()).empty());
    }

    void argumentsReachTheFunction()
    {
        Model model = calling();
        Node direct = callOf("leaky", {"y"}, "z");
        direct.attributes.set("slope", 0.25f);
        model.graph.nodes[1] = direct;
        QCOMPARE(withFunctionsInlined(model).graph.nodes[2].attributes.floatOr("alpha", 0), 0.25f);
    }

    void runs()
    {
        const auto graph = buildGraph(m_context, calling());
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({2}, {3, -8})})[0]),
            (std::vector<float> {12, -8}));
    }

    void bodiesReadValuesOfTheFunction()
    {
        Model model = calling();
        ModelGraph branch;
        branch.nodes = {nodeOf("Mul", {"v", "v"}, {"square"})};
        branch.outputs = {valueOf("square", DataType::Float32, {2})};
        Attributes branches = graphAttribute("then_branch", branch);
        branches.set("else_branch", *branches.find("then_branch"));
        HostTensor yes = makeHostTensor({DataType::Bool, {}});
        setElement(yes, 0, int64_t {1});
        Attributes value;
        value.set("value", knownConstant("yes", std::move(yes)));
        model.functions[1].nodes = {
            nodeOf("Constant", {}, {"yes"}, value), nodeOf("If", {"yes"}, {"sum"}, branches)};
        const auto graph = buildGraph(m_context, model);
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({2}, {3, -2})})[0]),
            (std::vector<float> {81, 16}));
    }

    void hostileFunctions()
    {
        Model endless = calling();
        endless.functions[0].nodes = {callOf("twice", {"a"}, "b")};
        EXPECT_ERROR(withFunctionsInlined(endless), ErrorKind::InvalidArgument, "may not call itself");
        QVERIFY(!unsupportedOperators(endless).empty());

        Model exploding = calling(); // each function calls the next one eight times
        exploding.functions.clear();
        for (int i = 0; i < 20; ++i) {
            ModelFunction function;
            function.domain = "own";
            function.name = i == 0 ? "twice" : "f" + std::to_string(i);
            function.inputs = {"v"};
            function.outputs = {"w0"};
            for (int k = 0; k < 8; ++k) {
                function.nodes.push_back(callOf("f" + std::to_string(i + 1), {"v"}, "w" + std::to_string(k)));
            }
            exploding.functions.push_back(std::move(function));
        }
        EXPECT_ERROR(withFunctionsInlined(exploding), ErrorKind::Unsupported, "become more than");

        Model wide = calling();
        wide.graph.nodes[0].inputs.push_back("x");
        EXPECT_ERROR(withFunctionsInlined(wide), ErrorKind::InvalidArgument, "more inputs or outputs");
        Model older = calling();
        older.functions[0].opsets[""] = 11;
        EXPECT_ERROR(withFunctionsInlined(older), ErrorKind::Unsupported, "written for opset 11");
    }
};

QTEST_GUILESS_MAIN(TestFunctions)
#include "tst_functions.moc"
