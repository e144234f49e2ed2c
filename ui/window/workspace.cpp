// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace.h"

namespace weightless::ui {

namespace {

constexpr int tallEnough = 850; // for Load above Run
constexpr int wideEnough = 1250; // for Tensors beside Memory

} // namespace

const std::vector<Workspace>& workspaces()
{
    constexpr auto left = Qt::LeftDockWidgetArea;
    constexpr auto right = Qt::RightDockWidgetArea;
    constexpr auto bottom = Qt::BottomDockWidgetArea;
    static const std::vector<Workspace> all {
        {.id = QStringLiteral("everything"),
            .places = {{.panel = Panel::Outline, .area = left, .width = 0.19, .height = 0.26},
                {.panel = Panel::Properties,
                    .area = left,
                    .side = PanelSide::Below,
                    .neighbour = Panel::Outline,
                    .width = 0.19,
                    .height = 0.3},
                {.panel = Panel::Load, .area = right, .width = 0.28, .height = 0.44},
                {.panel = Panel::Run,
                    .area = right,
                    .side = PanelSide::Below,
                    .neighbour = Panel::Load,
                    .width = 0.28,
                    .height = 0.48,
                    .leastWindow = tallEnough},
                {.panel = Panel::Tensors, .area = bottom, .width = 0.37, .height = 0.37},
                {.panel = Panel::Memory,
                    .area = bottom,
                    .side = PanelSide::Beside,
                    .neighbour = Panel::Tensors,
                    .width = 0.37,
                    .height = 0.37,
                    .leastWindow = wideEnough},
                {.panel = Panel::Problems,
                    .area = bottom,
                    .side = PanelSide::Behind,
                    .neighbour = Panel::Tensors,
                    .width = 0.37,
                    .height = 0.37}},
            .front = {Panel::Load, Panel::Tensors}},
    };
    return all;
}

} // namespace weightless::ui
