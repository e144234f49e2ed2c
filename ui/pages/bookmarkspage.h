// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/bookmarkmodel.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace weightless::ui {

class Selection;

// The nodes that the user marked, with notes to be written beside them.
class BookmarksPage : public QWidget {
    Q_OBJECT

public:
    explicit BookmarksPage(Selection& selection, QWidget* parent = nullptr);

    [[nodiscard]] BookmarkModel& model() { return *m_model; }
    void setDocument(ModelDocumentPtr document);

public slots:
    // Of the node that is selected.
    void toggle();

signals:
    void noteWanted(); // a node was marked: here its note can be written

private:
    [[nodiscard]] int selectedNode() const;
    void follow();
    void updateControls();

    Selection& m_selection;
    BookmarkModel* m_model;
    QTableView* m_table;
    QLabel* m_hint;
    QPushButton* m_toggle;
    bool m_isFollowing = false;
};

} // namespace weightless::ui
