// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowpages.h"

#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/propertiespage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/window/docklayout.h"
#include "ui/window/startpage.h"

#include <QStackedWidget>

namespace weightless::ui {

WindowPages::WindowPages(EngineController& controller, Selection& selection, QStackedWidget& centre)
    : start(new StartPage(&centre))
    , graph(new GraphPage(selection, &centre))
    , outline(new OutlinePage(selection, &centre))
    , properties(new PropertiesPage(selection, &centre))
    , load(new LoadPage(controller, &centre))
    , run(new RunPage(controller, &centre))
    , tensors(new TensorsPage(selection, &centre))
    , memory(new MemoryPage(controller, &centre))
    , problems(new ProblemsPage(&centre))
{
    centre.addWidget(start);
    centre.addWidget(graph);
}

void WindowPages::addTo(DockLayout& layout) const
{
    layout.add(Panel::Outline, title(Panel::Outline), outline);
    layout.add(Panel::Properties, title(Panel::Properties), properties);
    layout.add(Panel::Load, title(Panel::Load), load);
    layout.add(Panel::Run, title(Panel::Run), run);
    layout.add(Panel::Tensors, title(Panel::Tensors), tensors);
    layout.add(Panel::Memory, title(Panel::Memory), memory);
    layout.add(Panel::Problems, title(Panel::Problems), problems);
}

QString WindowPages::title(Panel panel)
{
    switch (panel) {
    case Panel::Outline:
        return tr("Outline");
    case Panel::Properties:
        return tr("Properties");
    case Panel::Load:
        return tr("Load");
    case Panel::Run:
        return tr("Run");
    case Panel::Tensors:
        return tr("Tensors");
    case Panel::Memory:
        return tr("Memory");
    case Panel::Problems:
        return tr("Problems");
    }
    return {};
}

} // namespace weightless::ui
