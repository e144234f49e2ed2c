// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/functions.h"
#include "engine/runtime/functiontable.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/importer.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/runtime/modelsketch.h"
#include "tests/engine/runtime/testcontext.h"

#include <QElapsedTimer>
#include <QTest>

#include <array>
#include <cmath>
#include <set>
#include <stop_token>

using namespace weightless;
using namespace weightless::testing;

namespace {

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

// Attention of two heads that share their keys, with a bias for each place before the softmax and a factor
// after it.
Model flexing()
{
    Model model;
    model.opsets = {{"", 25}, {"ai.onnx.preview", 1}};
    model.graph.inputs = {valueOf("q", DataType::Float32, {1, 2, 1, 2}),
        valueOf("k", DataType::Float32, {1, 1, 3, 2}), valueOf("v", DataType::Float32, {1, 1, 3, 1})};
    model.graph.outputs = {valueOf("y", DataType::Float32, {1, 2, 1, 1})};
    ModelGraph biased;
    biased.inputs = {valueOf("s", DataType::Float32, {1, 2, 1, 3})};
    biased.constants = {knownConstant("bias", floatTensor({3}, {0.5f, -1, 0.25f}))};
    biased.nodes = {nodeOf("Add", {"s", "bias"}, {"t"})};
    biased.outputs = {valueOf("t", DataType::Float32, {1, 2, 1, 3})};
    ModelGraph scaled;
    scaled.inputs = {valueOf("s", DataType::Float32, {1, 2, 1, 3})}; // a name of its own in each graph
    scaled.constants = {knownConstant("factor", floatTensor({}, {3}))};
    scaled.nodes = {nodeOf("Mul", {"s", "factor"}, {"t"})};
    scaled.outputs = {valueOf("t", DataType::Float32, {1, 2, 1, 3})};
    Node node = nodeOf("FlexAttention", {"q", "k", "v"}, {"y"}, graphAttribute("score_mod", biased));
    node.attributes.set("prob_mod", *graphAttribute("prob_mod", scaled).find("prob_mod"));
    node.attributes.set("scale", 0.5f);
    node.domain = "ai.onnx.preview";
    model.graph.nodes = {node};
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

    void overloadsAreToldApart()
    {
        Model model = calling();
        ModelFunction other = model.functions[0];
        other.overload = "b";
        other.attributeDefaults.set("slope", 2.0f);
        model.functions.push_back(other);
        model.functions[1].nodes[0].overload = "b";
        QCOMPARE(withFunctionsInlined(model).graph.nodes[0].attributes.floatOr("alpha", 0), 2.0f);
        model.functions[1].nodes[0].overload = "none of these";
        QCOMPARE(unsupportedOperators(model).size(), size_t {1});
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

    // What a branch calls 'x' is not what the caller passes under that name.
    void namesOfTheCallerDoNotReachIntoBodies_data()
    {
        QTest::addColumn<bool>("isConstant");
        QTest::newRow("a node's output") << false;
        QTest::newRow("a constant") << true;
    }

    void namesOfTheCallerDoNotReachIntoBodies()
    {
        QFETCH(bool, isConstant);
        ModelGraph branch;
        if (isConstant) {
            branch.constants = {knownConstant("x", floatTensor({}, {10}))};
        } else {
            branch.nodes = {nodeOf("Neg", {"v"}, {"x"})};
        }
        branch.nodes.push_back(nodeOf("Mul", {"x", "v"}, {"product"}));
        branch.outputs = {valueOf("product", DataType::Float32, {2})};
        Attributes branches = graphAttribute("then_branch", branch);
        branches.set("else_branch", *branches.find("then_branch"));
        Model model = calling();
        model.graph.inputs.push_back(valueOf("condition", DataType::Bool, {}));
        model.graph.nodes = {callOf("twice", {"x"}, "z")};
        model.graph.nodes[0].inputs.push_back("condition");
        model.functions[1].inputs.push_back("c");
        model.functions[1].nodes = {nodeOf("If", {"c"}, {"sum"}, branches)};
        HostTensor yes = makeHostTensor({DataType::Bool, {}});
        setElement(yes, 0, int64_t {1});
        const auto graph = buildGraph(m_context, model);
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({2}, {3, -2}), std::move(yes)})[0]),
            isConstant ? (std::vector<float> {30, -20}) : (std::vector<float> {-9, -4}));
    }

    void flexAttentionRunsItsGraphs()
    {
        const Model model = flexing();
        QVERIFY(unsupportedOperators(model).empty());
        const auto graph = buildGraph(m_context, model);
        const std::vector<float> q {1, 2, -1, 0.5f};
        const std::vector<float> k {0.5f, 1, -2, 0.25f, 1, 1};
        const std::vector<float> v {1, 10, 100};
        const std::vector<float> actual = floatsOf(runGraph(*m_context, *graph,
            {floatTensor({1, 2, 1, 2}, q), floatTensor({1, 1, 3, 2}, k), floatTensor({1, 1, 3, 1}, v)})[0]);
        const std::array bias {0.5f, -1.0f, 0.25f};
        for (size_t head = 0; head < 2; ++head) {
            float sum = 0;
            float result = 0;
            for (size_t place = 0; place < 3; ++place) {
                const float score =
                    0.5f * (q[2 * head] * k[2 * place] + q[2 * head + 1] * k[2 * place + 1]) + bias[place];
                sum += std::exp(score);
                result += std::exp(score) * v[place];
            }
            QVERIFY(std::fabs(actual[head] - 3 * result / sum) < 1e-3f);
        }
    }

    void flexAttentionChecksItsGraphs()
    {
        Model model = flexing();
        ModelGraph two;
        two.inputs = {valueOf("s", DataType::Float32, {1}), valueOf("t", DataType::Float32, {1})};
        two.outputs = {valueOf("t", DataType::Float32, {1})};
        model.graph.nodes[0].attributes = graphAttribute("score_mod", two);
        EXPECT_ERROR(withFunctionsInlined(model), ErrorKind::InvalidArgument,
            "one input and one output as 'score_mod'");
        Model lacking = flexing();
        lacking.graph.nodes[0].inputs.pop_back();
        EXPECT_ERROR(withFunctionsInlined(lacking), ErrorKind::InvalidArgument, "2 inputs");
    }

    void callsOfOneNameStayApart()
    {
        Model model = calling();
        ModelFunction fourfold;
        fourfold.domain = "own";
        fourfold.name = "fourfold";
        fourfold.inputs = {"v"};
        fourfold.outputs = {"w"};
        fourfold.nodes = {callOf("twice", {"v"}, "half"), callOf("twice", {"half"}, "w")};
        for (Node& node : fourfold.nodes) {
            node.name.clear(); // as most exporters leave it
        }
        model.functions.push_back(fourfold);
        model.graph.nodes = {callOf("fourfold", {"x"}, "y"), callOf("fourfold", {"y"}, "z")};
        for (Node& node : model.graph.nodes) {
            node.name = "same";
        }
        const Model flat = withFunctionsInlined(model);
        std::set<std::string> values;
        for (const Node& node : flat.graph.nodes) {
            QVERIFY2(values.insert(node.outputs.front()).second, node.outputs.front().c_str());
        }
        const auto graph = buildGraph(m_context, model);
        QCOMPARE(floatsOf(runGraph(*m_context, *graph, {floatTensor({2}, {3, -8})})[0]),
            (std::vector<float> {48, -8}));
    }

    void madeUpNamesAreNobodysElse()
    {
        Model model = calling();
        model.graph.nodes[0].name = "call";
        model.graph.inputs.push_back(valueOf("call/half", DataType::Float32, {2}));
        for (const Node& node : withFunctionsInlined(model).graph.nodes) {
            QVERIFY(node.outputs.front() != "call/half");
        }
    }

    // What stands there without a call is as large as it is.
    void largeModelsMayCall()
    {
        Model model = calling();
        const size_t calls = withFunctionsInlined(model).graph.nodes.size() - model.graph.nodes.size();
        for (size_t i = 0; i <= maxInlinedNodes; ++i) {
            model.graph.nodes.push_back(nodeOf("Relu", {"x"}, {"r" + std::to_string(i)}));
        }
        QCOMPARE(withFunctionsInlined(model).graph.nodes.size(), model.graph.nodes.size() + calls);
    }

    // What many calls become is known before one of them is replaced.
    void explosionsTakeNoTime()
    {
        Model model = calling();
        model.functions.erase(model.functions.begin() + 1);
        constexpr int levels = 60;
        for (int i = 0; i < levels; ++i) {
            ModelFunction function;
            function.domain = "own";
            function.name = i == levels - 1 ? "twice" : "f" + std::to_string(i);
            function.inputs = {"v"};
            function.outputs = {"w"};
            const std::string called = i == 0 ? "leaky" : "f" + std::to_string(i - 1);
            function.nodes = {callOf(called, {"v"}, "h"), callOf(called, {"h"}, "w")};
            model.functions.push_back(std::move(function));
        }
        QElapsedTimer timer;
        timer.start();
        EXPECT_ERROR(withFunctionsInlined(model), ErrorKind::Unsupported, "become more than 250000 nodes");
        QCOMPARE(unsupportedOperators(model).size(), size_t {1}); // the call itself
        QVERIFY(timer.elapsed() < 500);
    }

    void repeatedArgumentsAreLimited()
    {
        Model model = calling();
        model.graph.nodes[0].attributes.set("slope", std::vector<int64_t>(1 << 20));
        Attributes reference;
        reference.set("alpha", OpaqueAttribute {"ints", "slope", 7});
        model.functions[1].nodes.assign(100, nodeOf("Shrink", {"v"}, {"sum"}, reference));
        EXPECT_ERROR(withFunctionsInlined(model), ErrorKind::Unsupported, "512 MiB of names and attributes");
    }

    void inliningStops()
    {
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(withFunctionsInlined(calling(), stop.get_token()), ErrorKind::Cancelled, "cancelled");
    }

    void unsupportedOperatorsAreCountedPerCall()
    {
        Model model = calling();
        model.functions[0].nodes[0].opType = "Unheard";
        const auto unsupported = unsupportedOperators(model);
        QCOMPARE(unsupported.size(), size_t {1});
        QCOMPARE(unsupported[0].name, std::string("Unheard"));
        QCOMPARE(unsupported[0].count, size_t {2});
        QCOMPARE(unsupported[0].firstNode, std::string("/y//half//b"));
    }

    void operatorsOfLaterOpsetsSayWhich()
    {
        Model model = calling();
        model.functions[0].nodes[0].opType = "Gelu";
        const auto unsupported = unsupportedOperators(model);
        QCOMPARE(unsupported.size(), size_t {1});
        QCOMPARE(unsupported[0].sinceOpset, int64_t {20});
        EXPECT_ERROR(buildGraph(m_context, model, {.usesSuggestions = true}), ErrorKind::Unsupported,
            "Gelu (2, known from opset 20 on, the model imports");

        // Also of those that the CPU runs.
        Model old;
        old.opsets[""] = 10;
        old.graph.nodes = {nodeOf("Unique", {"x"}, {"y"}), nodeOf("", {"y"}, {"z"})};
        const auto list = unsupportedOperators(old);
        QCOMPARE(list.size(), size_t {2});
        QCOMPARE(list[0].name, std::string("Unique"));
        QCOMPARE(list[0].sinceOpset, int64_t {11});
        QCOMPARE(list[1].name, std::string("an operator without a name"));
        QCOMPARE(list[1].sinceOpset, int64_t {0});
    }

    void hostileFunctions()
    {
        Model endless = calling();
        endless.functions[0].nodes = {callOf("twice", {"a"}, "b")};
        EXPECT_ERROR(withFunctionsInlined(endless), ErrorKind::InvalidArgument, "may not call itself");
        QVERIFY(!unsupportedOperators(endless).empty());
        endless.functions[0].nodes[0].name.clear();
        EXPECT_ERROR(withFunctionsInlined(endless), ErrorKind::InvalidArgument, "A node (twice): functions");

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
    }

    void functionsOfOtherOpsetsAreTakenWhereOperatorsAreTheSame()
    {
        for (const int64_t opset : {16, 25}) { // a LeakyRelu, an Add, and what they call
            Model other = calling();
            other.functions[0].opsets[""] = opset;
            other.functions[1].opsets[""] = opset;
            QVERIFY(unsupportedOperators(other).empty());
            QCOMPARE(withFunctionsInlined(other).graph.nodes.size(), size_t {4});
        }
        Model old = calling();
        old.functions[0].opsets[""] = 6; // Add had another way to broadcast
        EXPECT_ERROR(
            withFunctionsInlined(old), ErrorKind::Unsupported, "written for opset 6, the model for 17");

        Model changed = calling();
        changed.functions[0].opsets[""] = 12;
        changed.functions[0].nodes[0].opType = "Softmax";
        EXPECT_ERROR(withFunctionsInlined(changed), ErrorKind::Unsupported,
            "Function leaky is written for opset 12, the model for 17, and Softmax is not the same in both");
        changed.functions[0].opsets[""] = 18; // unequal parts
        changed.functions[0].nodes[0].opType = "Split";
        EXPECT_ERROR(withFunctionsInlined(changed), ErrorKind::Unsupported, "and Split is not the same");
        changed.functions[0].opsets[""] = 20; // which the model's opset has not at all
        changed.functions[0].nodes[0].opType = "Gelu";
        EXPECT_ERROR(withFunctionsInlined(changed), ErrorKind::Unsupported, "and Gelu is not the same");
    }
};

QTEST_GUILESS_MAIN(TestFunctions)
#include "tst_functions.moc"
