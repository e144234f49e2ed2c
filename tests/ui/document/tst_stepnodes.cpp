// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/stepnodes.h"

#include <QTest>

#include <numeric>

using namespace weightless;
using namespace weightless::ui;

namespace {

ModelDocument documentOf(const std::vector<QString>& names)
{
    ModelDocument document(std::make_shared<const Model>());
    for (const QString& name : names) {
        widgets::GraphDescription::Node node;
        node.name = name;
        document.graph.nodes.push_back(std::move(node));
    }
    return document;
}

} // namespace

// From the steps of a profile to the nodes that they stand for.
class StepNodesTest : public QObject {
    Q_OBJECT

private slots:
    void fusedStepsAreAllOfTheirNodes()
    {
        const ModelDocument document = documentOf({QStringLiteral("/conv/Conv"), QStringLiteral("/Relu"),
            QStringLiteral("/norm + 1"), QStringLiteral("/Add")});
        const StepNodes nodes(document);
        QCOMPARE(nodes.of(QStringLiteral("/Add")), std::vector {3});
        QCOMPARE(nodes.of(QStringLiteral("/conv/Conv + /Relu")), (std::vector {0, 1}));
        QCOMPARE(nodes.of(QStringLiteral("/conv/Conv + gone + /Add")), (std::vector {0, 3}));
        // A name may hold what joins names.
        QCOMPARE(nodes.of(QStringLiteral("/norm + 1 + /Relu")), (std::vector {2, 1}));
        QVERIFY(nodes.of(QStringLiteral("no such node")).empty());
        QVERIFY(nodes.of({}).empty());
    }

    void whatIsNotDrawnIsOfTheNodeAroundIt()
    {
        ModelDocument document = documentOf({QStringLiteral("call"), {}});
        document.producers.insert(QStringLiteral("y"), 1);
        const StepNodes nodes(document);
        QCOMPARE(nodes.of(QStringLiteral("call/inner/MatMul")), std::vector {0});
        QCOMPARE(nodes.of(QStringLiteral("y")), std::vector {1}); // named by what it makes
    }

    void theSumIsThatOfTheRun()
    {
        const ModelDocument document =
            documentOf({QStringLiteral("/conv/Conv"), QStringLiteral("/Relu"), QStringLiteral("/Add")});
        const std::vector<double> seconds = secondsOfNodes(
            document, {{"/conv/Conv + /Relu", "Conv", "gemm", 3}, {"/Add", "Add", "binary", 1}});
        QCOMPARE(seconds.size(), size_t {3});
        for (const double each : seconds)
            QVERIFY(each > 0);
        QCOMPARE(std::reduce(seconds.begin(), seconds.end()), 0.004);
        QVERIFY(secondsOfNodes(document, {}).empty()); // nobody measured
    }
};

QTEST_GUILESS_MAIN(StepNodesTest)
#include "tst_stepnodes.moc"
