// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecture.h"
#include "ui/text/text.h"
#include "ui/window/windowactions.h"

namespace weightless::ui {

namespace {

// Ids, with spaces between them.
std::vector<QString> list(const char* ids)
{
    const QStringList parts = QString::fromLatin1(ids).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return {parts.begin(), parts.end()};
}

std::vector<QString> architectures()
{
    std::vector<QString> ids;
    for (const ArchitectureName& entry : demoArchitectures())
        ids.push_back(WindowActions::architectureAction(entry));
    return ids;
}

} // namespace

QString WindowActions::architectureAction(const ArchitectureName& architecture)
{
    return QStringLiteral("demo.") + fromUtf8(architecture.name);
}

std::vector<MenuSpec> WindowActions::submenus()
{
    return {
        {.id = QStringLiteral("menu.recent"), .title = tr("Open &Recent"), .entries = {}},
        {.id = QStringLiteral("menu.panels"), .title = tr("&Panels"), .entries = {}},
        {.id = QStringLiteral("menu.go"),
            .title = tr("&Go To"),
            .entries =
                list("go.outline go.graph go.properties go.tensors go.load go.memory go.run go.results "
                     "go.problems go.values go.bookmarks")},
        {.id = QStringLiteral("menu.colours"),
            .title = tr("Co&lours"),
            .entries = list("colours.system colours.light colours.dark colours.high-contrast")},
        {.id = QStringLiteral("menu.architectures"),
            .title = tr("&Other Architectures"),
            .entries = architectures()},
    };
}

std::vector<MenuSpec> WindowActions::menuBar()
{
    return {
        {.id = QStringLiteral("menu.file"),
            .title = tr("&File"),
            .entries = list("file.open file.open-folder file.open-url menu.recent file.open-again "
                            "file.cancel-opening - "
                            "save.copy save.tensor save.tensors save.graph save.chart save.samples - "
                            "file.compare file.duplicates - file.close - "
                            "file.preferences - "
                            "file.quit")},
        {.id = QStringLiteral("menu.view"),
            .title = tr("&View"),
            .entries =
                list("workspace.explore workspace.load workspace.run - "
                     "go.back go.forward graph.bookmark menu.go menu.panels view.reset view.full-screen - "
                     "graph.find graph.fit graph.zoom-in graph.zoom-out graph.expand graph.collapse "
                     "graph.minimap - "
                     "menu.colours")},
        {.id = QStringLiteral("menu.load"),
            .title = tr("&Load"),
            .entries = list("load.start load.pause load.cancel load.unload - "
                            "load.plan load.arena load.compare")},
        {.id = QStringLiteral("menu.run"), .title = tr("&Run"), .entries = list("run.dispatch run.stop")},
        {.id = QStringLiteral("menu.demo"),
            .title = tr("&Demo"),
            .entries = list("demo.unet demo.vae demo.clip demo.folder menu.architectures")},
        {.id = QStringLiteral("menu.help"),
            .title = tr("&Help"),
            .entries = list("help.guide help.whats-this help.shortcuts - help.devices - help.about")},
    };
}

} // namespace weightless::ui
