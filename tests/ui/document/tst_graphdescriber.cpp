// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/modeldocument.h"
#include "ui/document/nodetext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ui;

namespace {

std::shared_ptr<const ConstantInfo> constant(const std::string& name)
{
    ConstantInfo info;
    info.name = name;
    info.descriptor = {DataType::Float32, {4}};
    info.sizeBytes = 16;
    return std::make_shared<const ConstantInfo>(std::move(info));
}

Node node(const std::string& opType, std::vector<std::string> inputs, std::vector<std::string> outputs)
{
    Node made;
    made.name = opType + "_" + outputs.front();
    made.opType = opType;
    made.inputs = std::move(inputs);
    made.outputs = std::move(outputs);
    return made;
}

// x → If (then: x + w of its own; else: x * outer weight) → y
Model branching()
{
    auto thenBranch = std::make_shared<ModelGraph>();
    thenBranch->constants = {constant("w")};
    thenBranch->nodes = {node("Add", {"x", "w"}, {"sum"})};
    thenBranch->outputs = {{"sum", DataType::Float32, SymbolicShape {}}};
    auto elseBranch = std::make_shared<ModelGraph>();
    elseBranch->nodes = {node("Mul", {"x", "outer"}, {"product"})};
    elseBranch->outputs = {{"product", DataType::Float32, SymbolicShape {}}};
    Model model;
    model.graph.inputs = {{"x", DataType::Float32, std::nullopt}, {"choice", DataType::Bool, std::nullopt}};
    model.graph.constants = {constant("outer")};
    Node branch = node("If", {"choice"}, {"y"});
    branch.attributes.set("then_branch", std::shared_ptr<const ModelGraph>(thenBranch));
    branch.attributes.set("else_branch", std::shared_ptr<const ModelGraph>(elseBranch));
    model.graph.nodes = {branch, node("Relu", {"y"}, {"z"})};
    model.graph.outputs = {{"z", DataType::Float32, std::nullopt}};
    return model;
}

std::shared_ptr<ModelDocument> describe(Model model)
{
    return makeDocument(std::make_shared<const Model>(std::move(model)));
}

int indexOf(const ModelDocument& document, const char* opType)
{
    for (size_t i = 0; i < document.graph.nodes.size(); ++i) {
        if (document.graph.nodes[i].opType == QLatin1String(opType))
            return static_cast<int>(i);
    }
    return -1;
}

} // namespace

class GraphDescriberTest : public QObject {
    Q_OBJECT

private slots:
    void branchesBelongToTheirNode()
    {
        const auto document = describe(branching());
        const auto& nodes = document->graph.nodes;
        QCOMPARE(document->nodes.size(), nodes.size());
        // The model's nodes, its two inputs and its output come first.
        QCOMPARE(nodes[0].opType, QStringLiteral("If"));
        QCOMPARE(nodes[0].owner, -1);
        const int sum = indexOf(*document, "Add");
        const int product = indexOf(*document, "Mul");
        QVERIFY(sum >= 5 && product >= 5);
        QCOMPARE(nodes[static_cast<size_t>(sum)].owner, 0);
        QCOMPARE(nodes[static_cast<size_t>(sum)].body, QStringLiteral("then_branch"));
        QCOMPARE(nodes[static_cast<size_t>(product)].body, QStringLiteral("else_branch"));
        // Its tensors are listed where they are used; what comes from outside has an edge from there.
        QCOMPARE(nodes[static_cast<size_t>(sum)].constants.size(), size_t {1});
        QCOMPARE(nodes[static_cast<size_t>(product)].constants.size(), size_t {1});
        const int x = document->producers.value(QStringLiteral("x"));
        const auto& edges = document->graph.edges;
        for (const int inner : {sum, product}) {
            QVERIFY(std::any_of(edges.begin(), edges.end(),
                [&](const auto& edge) { return edge.from == x && edge.to == inner; }));
        }
        QVERIFY(document->nodes[static_cast<size_t>(sum)]->opType == "Add");
        QVERIFY(!document->nodes[static_cast<size_t>(x)]);
        // The outline knows the model's own nodes.
        QCOMPARE(document->outline.size(), size_t {2});
    }

    void functionsBelongToWhatCallsThem()
    {
        Model model;
        ModelFunction function;
        function.domain = "own";
        function.name = "Twice";
        function.inputs = {"a"};
        function.outputs = {"b"};
        function.nodes = {node("Add", {"a", "a"}, {"b"})};
        model.functions = {function};
        model.graph.inputs = {{"x", DataType::Float32, std::nullopt}};
        Node call = node("Twice", {"x"}, {"y"});
        call.domain = "own";
        model.graph.nodes = {call, node("Relu", {"y"}, {"z"})};
        const auto document = describe(std::move(model));
        const int inner = indexOf(*document, "Add");
        QVERIFY(inner > 0);
        QCOMPARE(document->graph.nodes[static_cast<size_t>(inner)].owner, 0);
        // Nothing outside makes what a function's nodes name.
        for (const auto& edge : document->graph.edges) {
            QCOMPARE(document->graph.nodes[static_cast<size_t>(edge.from)].owner,
                document->graph.nodes[static_cast<size_t>(edge.to)].owner);
        }
    }

    // A function that calls itself ten times over would be endless.
    void hostileFunctionsAreBounded()
    {
        Model model;
        ModelFunction function;
        function.name = "Again";
        function.domain = "own";
        function.inputs = {"a"};
        function.outputs = {"b9"};
        for (int i = 0; i < 10; ++i) {
            Node call = node("Again", {"a"}, {"b" + std::to_string(i)});
            call.domain = "own";
            function.nodes.push_back(call);
        }
        model.functions = {function};
        Node call = node("Again", {"x"}, {"y"});
        call.domain = "own";
        model.graph.nodes = {call};
        const auto document = describe(std::move(model));
        QVERIFY(document->graph.nodes.size() < 200'000);
    }

    void valuesTellTheirBytes()
    {
        const auto value = describedValue(QStringLiteral("v"), QStringLiteral("float16[1, 4, 64, 64]"));
        QCOMPARE(value.type, QStringLiteral("float16"));
        QCOMPARE(value.shape, QStringLiteral("1×4×64×64"));
        QCOMPARE(value.sizeBytes, qint64 {32768});
        QCOMPARE(describedValue({}, QStringLiteral("float32[batch, 4]")).sizeBytes, qint64 {-1});
        QCOMPARE(describedValue({}, QStringLiteral("float32[]")).sizeBytes, qint64 {4});
        QCOMPARE(describedValue({}, QStringLiteral("int4[3]")).sizeBytes, qint64 {2});
        QCOMPARE(describedValue({}, QStringLiteral("sequence")).type, QStringLiteral("sequence"));
        QCOMPARE(
            describedValue({}, QStringLiteral("float32[9999999999, 9999999999, 9]")).sizeBytes, qint64 {-1});
        QCOMPARE(describedValue({}, {}).sizeBytes, qint64 {-1});
    }

    // With a comma between them no element has one in it.
    void valuesFollowTheLanguage()
    {
        HostTensor tensor = makeHostTensor({DataType::Float32, {2}});
        setElement(tensor, 0, 0.5);
        setElement(tensor, 1, 1234.0);
        TensorRow row;
        row.elementCount = 2;
        ConstantInfo info;
        info.value = tensor;
        const auto constant = std::make_shared<const ConstantInfo>(std::move(info));
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const QString german = describedConstant(row, constant).text;
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        const QString english = describedConstant(row, constant).text;
        QLocale::setDefault(before);
        QCOMPARE(german, QStringLiteral("[0,5; 1234]"));
        QCOMPARE(english, QStringLiteral("[0.5, 1234]"));
    }

    // Fifty thousand nodes have a handful of types, shapes and operators between them.
    void equalTextsAreOne()
    {
        Model model;
        model.graph.inputs = {{"x", DataType::Float32, SymbolicShape {}}};
        model.graph.nodes = {node("Neg", {"x"}, {"a"}), node("Neg", {"a"}, {"b"})};
        for (const char* name : {"a", "b"})
            model.graph.values.push_back({name, DataType::Float32, SymbolicShape {}});
        const auto document = describe(std::move(model));
        const widgets::GraphDescription& graph = document->graph;
        const auto isShared = [](const QString& one, const QString& other) {
            return !one.isEmpty() && one.constData() == other.constData();
        };
        QVERIFY(isShared(graph.nodes[0].opType, graph.nodes[1].opType));
        QVERIFY(isShared(graph.nodes[0].details, graph.nodes[1].details));
        QVERIFY(isShared(graph.values[0].type, graph.values[1].type));
        QVERIFY(isShared(graph.values[0].shape, graph.values[1].shape));
        const QString name = graph.values[0].name;
        QVERIFY(isShared(name, document->valueShapes.constFind(name).key()));
        QVERIFY(isShared(name, document->producers.constFind(name).key()));
    }
};

QTEST_GUILESS_MAIN(GraphDescriberTest)
#include "tst_graphdescriber.moc"
