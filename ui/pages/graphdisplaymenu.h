// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graphoptions.h"

#include <QMenu>

#include <utility>
#include <vector>

class QSettings;

namespace weightless::widgets {
class GraphView;
}

namespace weightless::ui {

// What can be chosen of how a graph is shown, as a menu; it follows the view, whoever changes it.
class GraphDisplayMenu : public QMenu {
    Q_OBJECT

public:
    explicit GraphDisplayMenu(widgets::GraphView& view, QWidget* parent = nullptr);

    // What was chosen is there again in the next session. Only what was changed since is saved: another
    // window may have written the rest.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;

private:
    using Change = void (*)(widgets::GraphDisplay& display, bool isOn);
    using Question = bool (*)(const widgets::GraphDisplay& display);

    struct Entry {
        QAction* action;
        Question isOn;
        const char* key;
        Change change;
    };

    void add(const QString& text, const char* key, Question isOn, Change change);
    void addColouring(widgets::GraphColouring colouring);
    void apply(Change change, bool isOn);
    void follow(const widgets::GraphDisplay& display);

    widgets::GraphView& m_view;
    widgets::GraphDisplay m_restored;
    std::vector<Entry> m_entries;
    std::vector<std::pair<QAction*, widgets::GraphColouring>> m_colourings;
};

} // namespace weightless::ui
