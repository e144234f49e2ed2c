// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/tokentable.h"

#include <QTest>

using namespace weightless;
using namespace weightless::diffusion;

namespace {

void addTable(ModelGraph& graph, const std::string& name, Shape shape)
{
    ConstantInfo table;
    table.name = name;
    table.descriptor = {DataType::Float32, std::move(shape)};
    graph.constants.push_back(std::make_shared<const ConstantInfo>(std::move(table)));
}

void addNode(ModelGraph& graph, const std::string& type, std::vector<std::string> inputs,
    std::vector<std::string> outputs)
{
    Node node;
    node.opType = type;
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    graph.nodes.push_back(std::move(node));
}

// As exporters write a text encoder: a place's table beside the tokens'.
ModelGraph encoderWith(const std::string& table, const std::string& ids)
{
    ModelGraph graph;
    addTable(graph, "positions", {77, 768});
    addTable(graph, "tokens", {49408, 768});
    addNode(graph, "Shape", {"input_ids"}, {"shape"});
    addNode(graph, "Gather", {"positions", "shape"}, {"placed"});
    addNode(graph, "Gather", {table, ids}, {"embedded"});
    return graph;
}

} // namespace

class TestTokenTable : public QObject {
    Q_OBJECT

private slots:
    void isFoundByItsInput();
    void isSeenThroughWhatStoresIt_data();
    void isSeenThroughWhatStoresIt();
    void isLookedUpInBlocks();
    void isNotGuessed();
};

void TestTokenTable::isFoundByItsInput()
{
    QCOMPARE(tokenTableRows(encoderWith("tokens", "input_ids"), "input_ids"), std::optional<int64_t>(49408));
    ModelGraph cast = encoderWith("tokens", "flat");
    addNode(cast, "Cast", {"input_ids"}, {"wide"});
    addNode(cast, "Reshape", {"wide", "sizes"}, {"flat"});
    QCOMPARE(tokenTableRows(cast, "input_ids"), std::optional<int64_t>(49408));
}

void TestTokenTable::isSeenThroughWhatStoresIt_data()
{
    QTest::addColumn<QString>("type");
    for (const char* const type : {"Cast", "Identity", "DequantizeLinear"}) {
        QTest::newRow(type) << QString::fromLatin1(type);
    }
}

void TestTokenTable::isSeenThroughWhatStoresIt()
{
    QFETCH(QString, type);
    ModelGraph graph = encoderWith("readable", "input_ids");
    addNode(graph, type.toStdString(), {"tokens", "scales"}, {"readable"});
    QCOMPARE(tokenTableRows(graph, "input_ids"), std::optional<int64_t>(49408));
}

void TestTokenTable::isLookedUpInBlocks()
{
    ModelGraph graph = encoderWith("tokens", "nothing");
    addNode(graph, "GatherBlockQuantized", {"tokens", "input_ids", "scales"}, {"found"});
    QCOMPARE(tokenTableRows(graph, "input_ids"), std::optional<int64_t>(49408));
}

// A table that is made in ways not known here, or by no table: the places' is never taken for it.
void TestTokenTable::isNotGuessed()
{
    ModelGraph other = encoderWith("readable", "input_ids");
    addNode(other, "Unpack", {"tokens"}, {"readable"});
    QVERIFY(!tokenTableRows(other, "input_ids"));
    ModelGraph circle = encoderWith("a", "input_ids");
    addNode(circle, "Cast", {"b"}, {"a"});
    addNode(circle, "Cast", {"a"}, {"b"});
    QVERIFY(!tokenTableRows(circle, "input_ids"));
    QVERIFY(!tokenTableRows({}, "input_ids"));
}

QTEST_APPLESS_MAIN(TestTokenTable)
#include "tst_tokentable.moc"
