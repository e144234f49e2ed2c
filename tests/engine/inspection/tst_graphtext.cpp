// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/graphtext.h"
#include "tests/engine/expecterror.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <utility>

using namespace weightless;

namespace {

// Names as a hostile file may have them, and a branch that reads what is around it.
Model sketch()
{
    auto body = std::make_shared<ModelGraph>();
    body->nodes = {{.name = "inner", .opType = "Neg", .inputs = {"y"}, .outputs = {"i"}}};
    body->outputs = {{.name = "i"}};
    Attributes branch;
    branch.set("then_branch", std::shared_ptr<const ModelGraph>(body));
    branch.set("axis", int64_t {3});
    auto weight = std::make_shared<ConstantInfo>();
    weight->name = "w\"\\\n\x01\u202E";
    weight->descriptor = {DataType::Float16, {2, 3}};
    Model model;
    model.path = "some/model.onnx";
    model.opsets[""] = 17;
    model.graph.inputs = {
        {.name = "x", .type = DataType::Float32, .shape = SymbolicShape {{-1, "n"}, {3, ""}}}};
    model.graph.outputs = {{.name = "z", .type = DataType::Float32}};
    model.graph.constants = {weight};
    model.graph.nodes = {
        {.name = "bad \xff name", .opType = "MatMul", .inputs = {"x", weight->name}, .outputs = {"y"}},
        {.name = "if", .opType = "If", .inputs = {"y", ""}, .outputs = {"z"}, .attributes = branch}};
    return model;
}

} // namespace

class TestGraphText : public QObject {
    Q_OBJECT

private slots:
    void dot()
    {
        const QByteArray text = QByteArray::fromStdString(graphDot(sketch()));
        QVERIFY(QString::fromUtf8(text).toUtf8() == text); // valid UTF-8
        QVERIFY2(text.contains("x\\nfloat32[n, 3]\", shape=ellipse"), text.constData());
        QVERIFY2(text.contains("n0 -> n1 [label=\"float32[n, 3]\"]"), text.constData());
        QVERIFY2(text.contains("w\\\"\\\\\\n\\\\u{1}\\\\u{202e} float16[2, 3]"), text.constData());
        QVERIFY(text.contains("subgraph cluster_0 {") && text.contains("then_branch of if"));
        QVERIFY2(text.contains("n1 -> n3;"), text.constData()); // into the branch
        QVERIFY2(text.contains("n2 -> n3 [style=dotted]"), text.constData());
        QCOMPARE(text.count('{'), text.count('}'));
    }

    // Files need not have their nodes in the order in which they run.
    void edgesDoNotAskForAnOrder()
    {
        Model model = sketch();
        std::swap(model.graph.nodes[0], model.graph.nodes[1]);
        QCOMPARE(graphDot(model), graphDot(sketch()));
    }

    void json()
    {
        QJsonParseError error;
        const QJsonDocument document =
            QJsonDocument::fromJson(QByteArray::fromStdString(graphJson(sketch())), &error);
        QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
        const QJsonValue graph = document["graph"];
        QCOMPARE(document["opsets"]["ai.onnx"].toInt(), 17);
        QCOMPARE(graph["inputs"][0]["shape"].toArray(), (QJsonArray {"n", 3}));
        QCOMPARE(graph["constants"][0]["name"].toString(), QString::fromUtf8("w\"\\\n\x01\u202E"));
        QCOMPARE(graph["nodes"][1]["bodies"]["then_branch"]["nodes"][0]["operator"].toString(),
            QStringLiteral("Neg"));
        QCOMPARE(graph["nodes"][1]["attributes"]["axis"].toString(), QStringLiteral("3"));
    }

    void otherNamesAreRefused()
    {
        QVERIFY(isGraphFileName("G.DOT") && isGraphFileName("g.Gv") && isGraphFileName("g.JSON"));
        EXPECT_ERROR(writeGraph("graph.txt", sketch()), ErrorKind::InvalidArgument, ".json");
    }
};

QTEST_APPLESS_MAIN(TestGraphText)
#include "tst_graphtext.moc"
