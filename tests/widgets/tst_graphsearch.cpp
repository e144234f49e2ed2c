// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/showngraph.h"
#include "widgets/graph/searchworker.h"

#include <QSignalSpy>

using namespace weightless::widgets;

namespace {

// A convolution of 12 MiB in float16, one of 1 KiB in float32, and what is between them.
GraphDescription twoConvolutions()
{
    GraphDescription graph;
    graph.values = {{QStringLiteral("sample"), QStringLiteral("float16"), QStringLiteral("1×4×64×64"), 32768},
        {QStringLiteral("hidden"), QStringLiteral("float16"), QStringLiteral("1×320×64×64"), 2621440},
        {QStringLiteral("out"), QStringLiteral("float32"), {}, -1}};
    graph.constants = {{QStringLiteral("conv_in.weight"), 12 << 20, 6 << 20, false, QStringLiteral("float16"),
                           QStringLiteral("320×4×3×3"), {}},
        {QStringLiteral("conv_out.weight"), 1024, 256, false, QStringLiteral("float32"),
            QStringLiteral("4×4"), {}}};
    graph.nodes.resize(4);
    graph.nodes[0].kind = GraphNodeKind::Input;
    graph.nodes[0].name = QStringLiteral("sample");
    graph.nodes[0].outputs = {0};
    graph.nodes[1].opType = QStringLiteral("Conv");
    graph.nodes[1].name = QStringLiteral("/conv_in/Conv");
    graph.nodes[1].attributes = QStringLiteral("pads 1×1×1×1");
    graph.nodes[1].constants = {0};
    graph.nodes[1].outputs = {1};
    graph.nodes[2].opType = QStringLiteral("Relu");
    graph.nodes[2].name = QStringLiteral("/act/Conv_like Relu");
    graph.nodes[3].opType = QStringLiteral("Conv");
    graph.nodes[3].name = QStringLiteral("/conv_out/Conv");
    graph.nodes[3].constants = {1};
    graph.nodes[3].outputs = {2};
    return graph;
}

// The hits as "n1 c0 v2".
QString found(const QString& question, const GraphDescription& graph = twoConvolutions())
{
    QStringList texts;
    for (const GraphHit& hit : GraphSearch::create(graph)->find(GraphQuery::parse(question))) {
        const char* const kind = hit.kind == GraphHit::Kind::Node ? "n"
            : hit.kind == GraphHit::Kind::Constant                ? "c"
                                                                  : "v";
        texts.append(QString::fromLatin1(kind) + QString::number(hit.index));
    }
    return texts.join(QLatin1Char(' '));
}

} // namespace

class TestGraphSearch : public QObject {
    Q_OBJECT

private slots:
    void findsWordsAnywhere();
    void asksForFields();
    void comparesAmounts();
    void knowsWhereHitsAreShown();
    void takesAnyText();
    void answersTheNewestOnly();
};

void TestGraphSearch::findsWordsAnywhere()
{
    QCOMPARE(found(QStringLiteral("conv_in")), QStringLiteral("n1 c0"));
    QCOMPARE(found(QStringLiteral("CONV_IN weight")), QStringLiteral("c0"));
    QCOMPARE(found(QStringLiteral("\"like relu\"")), QStringLiteral("n2"));
    QCOMPARE(found(QStringLiteral("pads")), QStringLiteral("n1"));
    QCOMPARE(found(QStringLiteral("float32")), QStringLiteral("n3 c1 v2"));
    QCOMPARE(found({}), QString());
    QCOMPARE(found(QStringLiteral("nothing_of_this")), QString());
}

void TestGraphSearch::asksForFields()
{
    QCOMPARE(found(QStringLiteral("op:conv")), QStringLiteral("n1 n3"));
    QCOMPARE(found(QStringLiteral("op:con")), QString());
    QCOMPARE(found(QStringLiteral("name:conv op:Relu")), QStringLiteral("n2"));
    QCOMPARE(found(QStringLiteral("shape:320x64")), QStringLiteral("n1 v1"));
    QCOMPARE(found(QStringLiteral("shape:[320,4]")), QStringLiteral("n1 c0"));
    QCOMPARE(found(QStringLiteral("type:float16 op:Conv")), QStringLiteral("n1"));
    QCOMPARE(found(QStringLiteral("type:float1")), QString());
    QCOMPARE(found(QStringLiteral("attr:pads")), QStringLiteral("n1"));
    // Half typed.
    QCOMPARE(found(QStringLiteral("op:")), QString());
}

void TestGraphSearch::comparesAmounts()
{
    QCOMPARE(found(QStringLiteral("type:float16 bytes>10M op:Conv")), QStringLiteral("n1"));
    QCOMPARE(found(QStringLiteral("type:float32 bytes<=1k name:weight")), QStringLiteral("c1"));
    QCOMPARE(found(QStringLiteral("bytes=12MiB")), QStringLiteral("n1 c0"));
    QCOMPARE(found(QStringLiteral("params>1M")), QStringLiteral("n1 c0"));
    QCOMPARE(found(QStringLiteral("params>=256 params<257")), QStringLiteral("n3 c1"));
    QCOMPARE(found(QStringLiteral("SIZE:12mb")), QStringLiteral("n1 c0"));
    QCOMPARE(found(QStringLiteral("bytes=0.01171875G")), QStringLiteral("n1 c0"));
    QCOMPARE(found(QStringLiteral("parameters>=0.256k Parameters<0.257K")), QStringLiteral("n3 c1"));
    // Words like others, which no name has.
    for (const char* const text : {"bytes=12MiBs", "bytes=12.", "bytes=.5", "bytes=12MM", "params==256"})
        QCOMPARE(found(QString::fromLatin1(text)), QString());
}

void TestGraphSearch::knowsWhereHitsAreShown()
{
    const auto hits =
        GraphSearch::create(twoConvolutions())->find(GraphQuery::parse(QStringLiteral("conv_out")));
    QCOMPARE(hits.size(), std::size_t {2});
    QCOMPARE(hits[0], (GraphHit {GraphHit::Kind::Node, 3, 3}));
    QCOMPARE(hits[1], (GraphHit {GraphHit::Kind::Constant, 1, 3}));
}

void TestGraphSearch::takesAnyText()
{
    for (const char* const text : {"\"", "\"\"", "op:\"", "bytes>", "bytes>99999999999999999999G",
             "bytes>1e5", ":", "op:op:op:", "\n\t "})
        found(QString::fromLatin1(text));
    GraphDescription graph;
    graph.nodes.resize(1);
    graph.nodes[0].name = QStringLiteral("line\nbreak");
    QCOMPARE(found(QStringLiteral("line"), graph), QStringLiteral("n0"));
}

void TestGraphSearch::answersTheNewestOnly()
{
    SearchWorker worker;
    QSignalSpy answers(&worker, &SearchWorker::found);
    worker.setGraph(std::make_shared<const GraphDescription>(blocks(5000)));
    for (const char* const text : {"c", "co", "con", "conv", "block.17/conv"})
        worker.find(QString::fromLatin1(text));
    QTRY_COMPARE(answers.count(), 1);
    QCOMPARE(answers.front().front().toString(), QStringLiteral("block.17/conv"));
    const auto hits = answers.front().at(1).value<std::vector<GraphHit>>();
    QCOMPARE(hits.size(), std::size_t {1});
    QCOMPARE(hits.front().node, 17 * 4 + 1);
    // One that is searching may go.
    auto closing = std::make_unique<SearchWorker>();
    closing->setGraph(std::make_shared<const GraphDescription>(blocks(20000)));
    closing->find(QStringLiteral("add"));
    closing.reset();
}

QTEST_MAIN(TestGraphSearch)
#include "tst_graphsearch.moc"
