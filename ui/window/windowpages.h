// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/workspace.h"

#include <QCoreApplication>

class QStackedWidget;

namespace weightless::ui {

class BookmarksPage;
class DockLayout;
class EngineController;
class GraphPage;
class LoadChoices;
class LoadPage;
class MemoryPage;
class OutlinePage;
class ProblemsPage;
class PropertiesPage;
class RememberedRuns;
class ResultView;
class RunPage;
class Selection;
class StartPage;
class TensorsPage;
class ValuesPage;

// The pages of a window, made once. They belong to the docks and the centre that hold them.
struct WindowPages {
    Q_DECLARE_TR_FUNCTIONS(WindowPages)

public:
    // `centre` holds the start page, and shows it.
    WindowPages(
        EngineController& controller, LoadChoices& choices, Selection& selection, QStackedWidget& centre);

    // Makes a panel of every page but the start page.
    void addTo(DockLayout& layout) const;
    [[nodiscard]] static QString title(Panel panel);
    [[nodiscard]] static QString title(Purpose purpose);

    RememberedRuns* remembered; // of the Run page and the results
    StartPage* start;
    GraphPage* graph;
    OutlinePage* outline;
    PropertiesPage* properties;
    LoadPage* load;
    RunPage* run;
    ResultView* results;
    TensorsPage* tensors;
    MemoryPage* memory;
    ProblemsPage* problems;
    ValuesPage* values;
    BookmarksPage* bookmarks;
};

} // namespace weightless::ui
