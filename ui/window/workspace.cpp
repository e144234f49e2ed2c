// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace.h"

namespace weightless::ui {

namespace {

constexpr auto left = Qt::LeftDockWidgetArea;
constexpr auto right = Qt::RightDockWidgetArea;
constexpr auto bottom = Qt::BottomDockWidgetArea;

// Lower than this the chart, its figures and the tensors are not whole at once: the chart is.
constexpr int roomForTensors = 900;

// Problems lie where there is room for long lines, and come to the front when there is an error.
PanelPlace problemsBehind(Panel neighbour, double height, int foldsBelow = 0)
{
    return {.panel = Panel::Problems,
        .area = bottom,
        .side = PanelSide::Behind,
        .neighbour = neighbour,
        .height = height,
        .foldsBelow = foldsBelow};
}

Workspace exploring()
{
    return {.purpose = Purpose::Explore,
        .id = QStringLiteral("explore"),
        .icon = QStringLiteral("explore"),
        .centre = Panel::Graph,
        .places = {{.panel = Panel::Outline, .area = left, .width = 0.22, .leastLetters = 35},
            {.panel = Panel::Bookmarks,
                .area = left,
                .side = PanelSide::Behind,
                .neighbour = Panel::Outline,
                .width = 0.22},
            {.panel = Panel::Properties, .area = right, .width = 0.22},
            {.panel = Panel::Values,
                .area = right,
                .side = PanelSide::Behind,
                .neighbour = Panel::Properties,
                .width = 0.22},
            {.panel = Panel::Tensors, .area = bottom, .height = 0.32}, problemsBehind(Panel::Tensors, 0.32)},
        .front = {Panel::Tensors, Panel::Properties, Panel::Outline}};
}

Workspace loading()
{
    return {.purpose = Purpose::Load,
        .id = QStringLiteral("load"),
        .icon = QStringLiteral("chart"),
        .centre = Panel::Memory,
        .places = {{.panel = Panel::Load, .area = left, .width = 0.24},
            {.panel = Panel::Tensors, .area = bottom, .height = 0.26, .foldsBelow = roomForTensors},
            problemsBehind(Panel::Tensors, 0.26, roomForTensors)},
        .front = {Panel::Tensors}};
}

Workspace running()
{
    return {.purpose = Purpose::Run,
        .id = QStringLiteral("run"),
        .icon = QStringLiteral("dataflow"),
        .centre = Panel::Results,
        .places = {{.panel = Panel::Run, .area = left, .width = 0.3, .leastLetters = 60},
            {.panel = Panel::Problems, .area = bottom, .height = 0.26, .startsHidden = true}},
        .front = {}};
}

} // namespace

QString nameOf(Panel panel)
{
    switch (panel) {
    case Panel::Outline:
        return QStringLiteral("outline");
    case Panel::Graph:
        return QStringLiteral("graph");
    case Panel::Properties:
        return QStringLiteral("properties");
    case Panel::Tensors:
        return QStringLiteral("tensors");
    case Panel::Load:
        return QStringLiteral("load");
    case Panel::Memory:
        return QStringLiteral("memory");
    case Panel::Run:
        return QStringLiteral("run");
    case Panel::Results:
        return QStringLiteral("results");
    case Panel::Problems:
        return QStringLiteral("problems");
    case Panel::Values:
        return QStringLiteral("values");
    case Panel::Bookmarks:
        return QStringLiteral("bookmarks");
    }
    return {};
}

const std::vector<Workspace>& workspaces()
{
    static const std::vector<Workspace> all {exploring(), loading(), running()};
    return all;
}

const Workspace& workspaceFor(Purpose purpose)
{
    return workspaces()[static_cast<size_t>(purpose)];
}

} // namespace weightless::ui
