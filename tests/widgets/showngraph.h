// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphview.h"

#include <QTest>

namespace weightless::widgets {

// Blocks of four nodes; "conv" and "add" have constants, a skip edge goes from the first block to the last.
inline GraphDescription blocks(int count)
{
    GraphDescription graph;
    for (int b = 0; b < count; ++b) {
        const int first = static_cast<int>(graph.nodes.size());
        for (const char* op : {"Relu", "Conv", "Sigmoid", "Add"}) {
            GraphDescription::Node node;
            node.opType = QString::fromLatin1(op);
            node.name = QStringLiteral("/block.%1/%2").arg(b).arg(node.opType);
            if (node.opType == QLatin1String("Conv") || node.opType == QLatin1String("Add")) {
                node.constants.push_back(static_cast<int>(graph.constants.size()));
                graph.constants.push_back(
                    {QStringLiteral("block.%1.%2.weight").arg(b).arg(node.opType), 1000});
            }
            graph.nodes.push_back(node);
        }
        for (int i = 1; i < 4; ++i)
            graph.edges.push_back({first + i - 1, first + i, QStringLiteral("1×8")});
        if (b > 0)
            graph.edges.push_back({first - 1, first, {}});
    }
    graph.edges.push_back({0, 4 * count - 1, {}});
    return graph;
}

// The same with two nodes more, which are a body of the third one.
inline GraphDescription withBody(GraphDescription graph)
{
    for (const char* const op : {"Add", "Mul"}) {
        GraphDescription::Node inner;
        inner.opType = QString::fromLatin1(op);
        inner.owner = 2;
        inner.body = QStringLiteral("then_branch");
        graph.edges.push_back({1, static_cast<int>(graph.nodes.size()), {}});
        graph.nodes.push_back(inner);
    }
    return graph;
}

// Shows a graph and waits for its layout.
struct Shown {
    explicit Shown(GraphDescription graph)
    {
        view.resize(800, 600);
        view.show();
        view.setGraph(std::move(graph));
        settle();
    }

    void settle()
    {
        QVERIFY(QTest::qWaitFor([this] { return !view.isLayingOut(); }, 20'000));
    }

    GraphView view;
};

} // namespace weightless::widgets
