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

HostTensor yes()
{
    HostTensor value = makeHostTensor({DataType::Bool, {}});
    setElement(value, 0, int64_t {1});
    return value;
}

// chosen(p, c) is a branch that its caller hands over, or one of its own: z = chosen(x, condition) with p * p
Model withBranchOfCaller()
{
    Model model;
    model.opsets = {{"", 17}, {"own", 1}};
    model.graph.inputs = {valueOf("x", DataType::Float32, {2}), valueOf("condition", DataType::Bool, {}),
        valueOf("p", DataType::Float32, {2})};
    model.graph.outputs = {valueOf("z", DataType::Float32, {2})};
    ModelGraph squared;
    squared.nodes = {nodeOf("Mul", {"p", "p"}, {"square"})};
    squared.outputs = {valueOf("square", DataType::Float32, {2})};
    Node call = callOf("chosen", {"x", "condition"}, "z");
    call.attributes = graphAttribute("body", squared);
    model.graph.nodes = {call};
    ModelGraph own;
    own.nodes = {nodeOf("Identity", {"p"}, {"same"})};
    own.outputs = {valueOf("same", DataType::Float32, {2})};
    Attributes branches = graphAttribute("else_branch", own);
    branches.set("then_branch", OpaqueAttribute {"graph", "body", 5});
    ModelFunction chosen;
    chosen.domain = "own";
    chosen.name = "chosen";
    chosen.inputs = {"p", "c"};
    chosen.outputs = {"b"};
    chosen.nodes = {nodeOf("If", {"c"}, {"b"}, branches)};
    model.functions = {chosen};
    return model;
}

} // namespace

// Graphs that stand in functions, or are handed to them: whose values their names are.
class TestFunctionGraphs : public ContextTest {
    Q_OBJECT

private:
    std::vector<float> resultOf(const Model& model)
    {
        const auto graph = buildGraph(m_context, model);
        return floatsOf(
            runGraph(*m_context, *graph, {floatTensor({2}, {3, -2}), yes(), floatTensor({2}, {10, 20})})[0]);
    }

private slots:
    // A branch that the caller hands over is the caller's: 'p' is its input, not the function's.
    void graphsOfTheCallerReadItsValues_data()
    {
        QTest::addColumn<bool>("isNested");
        QTest::newRow("in the function") << false;
        QTest::newRow("in a branch of the function") << true;
    }

    void graphsOfTheCallerReadItsValues()
    {
        QFETCH(bool, isNested);
        Model model = withBranchOfCaller();
        if (isNested) { // whose own value has the name of what the caller's graph reads
            ModelGraph outer;
            outer.nodes = {
                nodeOf("Neg", {"a"}, {"p"}), model.functions[0].nodes[0], nodeOf("Add", {"p", "b"}, {"sum"})};
            model.functions[0].inputs[0] = "a";
            outer.outputs = {valueOf("sum", DataType::Float32, {2})};
            Attributes branches = graphAttribute("then_branch", outer);
            branches.set("else_branch", *branches.find("then_branch"));
            model.functions[0].nodes = {nodeOf("If", {"c"}, {"out"}, branches)};
            model.functions[0].outputs = {"out"};
        }
        QCOMPARE(
            resultOf(model), isNested ? (std::vector<float> {97, 402}) : (std::vector<float> {100, 400}));
    }

    void defaultGraphsAreTheFunctions()
    {
        Model model = withBranchOfCaller();
        Node& call = model.graph.nodes[0];
        ModelGraph negated;
        negated.nodes = {nodeOf("Neg", {"p"}, {"n"})};
        negated.outputs = {valueOf("n", DataType::Float32, {2})};
        model.functions[0].attributeDefaults = graphAttribute("body", negated);
        call.attributes = {};
        QCOMPARE(resultOf(model), (std::vector<float> {-3, 2}));
    }

    // What a branch calls 'n/b' is not what a call named 'n' inside it makes up.
    void madeUpNamesAreNoneOfABranch()
    {
        Model model = withBranchOfCaller();
        ModelFunction negated;
        negated.domain = "own";
        negated.name = "negated";
        negated.inputs = {"a"};
        negated.outputs = {"d"};
        negated.nodes = {
            nodeOf("Exp", {"a"}, {"b"}), nodeOf("Log", {"b"}, {"e"}), nodeOf("Neg", {"e"}, {"d"})};
        model.functions.push_back(negated);
        Node inner = callOf("negated", {"p"}, "l");
        inner.name = "n";
        ModelGraph branch;
        branch.nodes = {nodeOf("Mul", {"p", "p"}, {"n/b"}), inner, nodeOf("Add", {"n/b", "l"}, {"r"})};
        branch.outputs = {valueOf("r", DataType::Float32, {2})};
        model.functions[0].nodes[0].attributes.set("then_branch", *graphAttribute("b", branch).find("b"));
        QCOMPARE(qRound(resultOf(model)[0]), 6);
        QCOMPARE(qRound(resultOf(model)[1]), 6);
    }

    void operatorsInsideGraphsAreComparedWithTheOpset()
    {
        Model model = withBranchOfCaller();
        model.functions[0].opsets[""] = 12;
        QCOMPARE(withFunctionsInlined(model).graph.nodes.size(), size_t {1});
        ModelGraph branch;
        branch.nodes = {nodeOf("Softmax", {"p"}, {"same"})};
        branch.outputs = {valueOf("same", DataType::Float32, {2})};
        model.functions[0].nodes[0].attributes.set(
            "else_branch", std::make_shared<const ModelGraph>(std::move(branch)));
        EXPECT_ERROR(withFunctionsInlined(model), ErrorKind::Unsupported, "and Softmax is not the same");
    }
};

QTEST_GUILESS_MAIN(TestFunctionGraphs)
#include "tst_functiongraphs.moc"
