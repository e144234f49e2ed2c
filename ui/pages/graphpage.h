// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"

#include <QWidget>

#include <map>

class QLabel;
class QLineEdit;
class QToolButton;

namespace weightless::widgets {
class GraphView;
}

namespace weightless::ui {

class Selection;
struct SelectedItem;

// The graph with its find bar. Constants fill in batches.
class GraphPage : public QWidget {
    Q_OBJECT

public:
    explicit GraphPage(Selection& selection, QWidget* parent = nullptr);

    void setDocument(ModelDocumentPtr document);
    // Rows of the tensor table that became set; resetStates() makes all but the known ones hollow.
    void markSet(const std::vector<int>& tensors);
    void resetStates();

    [[nodiscard]] widgets::GraphView& view() { return *m_view; }

public slots:
    void focusFind();
    void savePicture();

private:
    QToolButton* makeButton(const QString& iconName, const QString& text);
    void connectView();
    void find(const QString& text);
    void findNext(bool forward);
    void onSelectionChanged(const SelectedItem& item, QObject* source);

    Selection& m_selection;
    widgets::GraphView* m_view;
    QLineEdit* m_findEdit;
    QLabel* m_matches;
    QLabel* m_layoutState;
    ModelDocumentPtr m_document;
    bool m_isFollowing = false;
    bool m_isFirstLayout = false; // of a document: it is shown whole
};

} // namespace weightless::ui
