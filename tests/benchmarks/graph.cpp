// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graphsearch.h"
#include "widgets/graph/graphview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QImage>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

// bench_graph: what a graph of many nodes costs in the view: from the description to the first picture, a
// frame while everything is expanded, a keystroke in Find. Use QT_QPA_PLATFORM=offscreen where there is no
// display.

using namespace weightless::widgets;

namespace {

constexpr int nodesInBlock = 10;

// Blocks of convolutions with a shortcut each, in stages of twenty, as exporters name them.
GraphDescription network(int nodes)
{
    const char* const operators[] {
        "Conv", "InstanceNormalization", "Relu", "Conv", "Add", "Sigmoid", "Mul", "MatMul", "Add", "Concat"};
    GraphDescription graph;
    graph.nodes.push_back(
        {QStringLiteral("input"), QStringLiteral("input"), {}, {}, GraphNodeKind::Input, {}});
    for (int i = 0; i + 1 < nodes; ++i) {
        const int block = i / nodesInBlock;
        const int place = i % nodesInBlock;
        GraphDescription::Node node;
        node.opType = QString::fromLatin1(operators[place]);
        node.name = QStringLiteral("/stages.%1/block.%2/%3_%4")
                        .arg(block / 20)
                        .arg(block % 20)
                        .arg(node.opType)
                        .arg(place);
        if (place == 0 || place == 3 || place == 7) {
            node.constants.push_back(static_cast<int>(graph.constants.size()));
            graph.constants.push_back({QStringLiteral("stages.%1.%2.weight").arg(block).arg(place), 4096,
                2048, false, QStringLiteral("float16"), QStringLiteral("320×320×3×3"), {}});
        }
        node.outputs.push_back(static_cast<int>(graph.values.size()));
        graph.values.push_back({node.name + QStringLiteral("_output_0"), QStringLiteral("float16"),
            QStringLiteral("1×320×64×64"), 2'621'440});
        graph.nodes.push_back(std::move(node));
        graph.edges.push_back({i, i + 1, {}, i > 0 ? i - 1 : -1});
        if (place == nodesInBlock - 1)
            graph.edges.push_back({i + 2 - nodesInBlock, i + 1, {}});
    }
    return graph;
}

GraphDescription parallelBranches(int branches)
{
    GraphDescription graph;
    const auto add = [&](const char* op, int from) {
        const int index = static_cast<int>(graph.nodes.size());
        GraphDescription::Node node;
        node.opType = QString::fromLatin1(op);
        node.name = QStringLiteral("%1_%2").arg(node.opType).arg(index);
        graph.nodes.push_back(std::move(node));
        if (from >= 0)
            graph.edges.push_back({from, index, {}});
        return index;
    };
    const int split = add("Split", -1);
    std::vector<int> ends;
    for (int i = 0; i < branches; ++i)
        ends.push_back(add("Sigmoid", add("Relu", split)));
    const int concat = add("Concat", -1);
    for (const int end : ends)
        graph.edges.push_back({end, concat, {}});
    return graph;
}

double waitForLayout(GraphView& view)
{
    QElapsedTimer timer;
    timer.start();
    while (view.isLayingOut())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double paint(GraphView& view)
{
    QImage image(view.viewport()->size(), QImage::Format_RGB32);
    QElapsedTimer timer;
    timer.start();
    view.viewport()->render(&image);
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

// Frames of a slow pan, and with everything in view.
void measureFrames(GraphView& view, const char* what, double zoom)
{
    if (zoom > 0)
        view.setZoom(zoom);
    else
        view.fit();
    std::vector<double> frames;
    for (int i = 0; i < 60; ++i) {
        QKeyEvent press(QEvent::KeyPress, i < 30 ? Qt::Key_Down : Qt::Key_Up, Qt::ShiftModifier);
        QCoreApplication::sendEvent(&view, &press);
        frames.push_back(paint(view));
    }
    std::sort(frames.begin(), frames.end());
    std::printf("  frame, %-18s zoom %.3f   median %6.1f ms   99 %% %6.1f ms\n", what, view.zoom(),
        frames[frames.size() / 2], frames[frames.size() * 99 / 100]);
    std::fflush(stdout);
}

void measure(const char* what, const std::function<GraphDescription()>& make, bool expands)
{
    GraphView view;
    view.resize(1920, 1080);
    view.show();
    GraphDescription graph = make();
    std::printf("%s, %zu nodes\n", what, graph.nodes.size());
    QElapsedTimer timer;
    timer.start();
    view.setGraph(std::move(graph));
    waitForLayout(view);
    const double layout = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    const double first = paint(view);
    std::printf("  open %.0f ms, first frame %.1f ms, %d boxes\n", layout, first, view.visibleItemCount());
    if (expands) {
        view.expandAll();
        const double expanding = waitForLayout(view);
        std::printf("  expand all %.0f ms, %d boxes\n", expanding, view.visibleItemCount());
    }
    measureFrames(view, "text size", 1);
    measureFrames(view, "half", 0.5);
    measureFrames(view, "far", 0.14);
    measureFrames(view, "everything", 0);
}

// As a user types it: every beginning of a question is asked.
void measureFinding(const GraphDescription& graph)
{
    QElapsedTimer timer;
    timer.start();
    const auto search = GraphSearch::create(graph);
    std::printf("find, %zu nodes\n  index %.0f ms\n", graph.nodes.size(),
        static_cast<double>(timer.nsecsElapsed()) / 1e6);
    std::vector<double> keys;
    for (const char* const question :
        {"type:float16 bytes>1k op:Conv", "stages.41/block.7/matmul", "weight 320", "no such thing"}) {
        const QString text = QString::fromLatin1(question);
        std::size_t hits = 0;
        for (qsizetype length = 1; length <= text.size(); ++length) {
            timer.restart();
            hits = search->find(GraphQuery::parse(text.first(length))).size();
            keys.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        }
        std::printf("  %-32s %7zu hits\n", question, hits);
    }
    std::sort(keys.begin(), keys.end());
    std::printf("  keystroke   median %.2f ms   longest %.2f ms\n", keys[keys.size() / 2], keys.back());
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    measureFinding(network(50'000));
    measure(
        "network", [] { return network(10'000); }, true);
    measure(
        "network", [] { return network(50'000); }, false);
    measure(
        "branches", [] { return parallelBranches(2000); }, true);
    return 0;
}
