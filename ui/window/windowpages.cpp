// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowpages.h"

#include "ui/help/explanations.h"
#include "ui/pages/bookmarkspage.h"
#include "ui/pages/graphpage.h"
#include "ui/pages/loadpage.h"
#include "ui/pages/memorypage.h"
#include "ui/pages/outlinepage.h"
#include "ui/pages/problemspage.h"
#include "ui/pages/propertiespage.h"
#include "ui/pages/runpage.h"
#include "ui/pages/tensorspage.h"
#include "ui/pages/valuespage.h"
#include "ui/run/rememberedruns.h"
#include "ui/run/resultview.h"
#include "ui/start/startpage.h"
#include "ui/window/docklayout.h"

#include <QStackedWidget>

#include <utility>

namespace weightless::ui {

WindowPages::WindowPages(
    EngineController& controller, LoadChoices& choices, Selection& selection, QStackedWidget& centre)
    : remembered(new RememberedRuns(&centre))
    , start(new StartPage(&centre))
    , graph(new GraphPage(selection, &centre))
    , outline(new OutlinePage(selection, &centre))
    , properties(new PropertiesPage(selection, &centre))
    , load(new LoadPage(controller, choices, &centre))
    , run(new RunPage(controller, *remembered, &centre))
    , results(new ResultView(controller, run->outputs(), *remembered, &centre))
    , tensors(new TensorsPage(selection, &centre))
    , memory(new MemoryPage(controller, &centre))
    , problems(new ProblemsPage(&centre))
    , values(new ValuesPage(controller, selection, &centre))
    , bookmarks(new BookmarksPage(selection, &centre))
{
    results->setReferences(run->references());
    centre.addWidget(start);
}

// In the order of their numbers: Alt+1, Alt+2 … for the first ten.
void WindowPages::addTo(DockLayout& layout) const
{
    const std::pair<Panel, QWidget*> pages[] {{Panel::Outline, outline}, {Panel::Graph, graph},
        {Panel::Properties, properties}, {Panel::Tensors, tensors}, {Panel::Load, load},
        {Panel::Memory, memory}, {Panel::Run, run}, {Panel::Results, results}, {Panel::Problems, problems},
        {Panel::Values, values}, {Panel::Bookmarks, bookmarks}};
    for (const auto& [panel, page] : pages) {
        page->setWhatsThis(Explanations::panel(panel));
        layout.add(panel, title(panel), page);
    }
}

QString WindowPages::title(Panel panel)
{
    switch (panel) {
    case Panel::Outline:
        return tr("Outline");
    case Panel::Graph:
        return tr("Graph");
    case Panel::Properties:
        return tr("Properties");
    case Panel::Tensors:
        return tr("Tensors");
    case Panel::Load:
        return tr("Load");
    case Panel::Memory:
        return tr("Memory");
    case Panel::Run:
        return tr("Inputs");
    case Panel::Results:
        return tr("Results");
    case Panel::Problems:
        return tr("Problems");
    case Panel::Values:
        return tr("Values");
    case Panel::Bookmarks:
        return tr("Bookmarks");
    }
    return {};
}

QString WindowPages::title(Purpose purpose)
{
    switch (purpose) {
    case Purpose::Explore:
        return tr("Explore");
    case Purpose::Load:
        return tr("Load");
    case Purpose::Run:
        return tr("Run");
    }
    return {};
}

} // namespace weightless::ui
