// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/context.h"
#include "ui/document/modeldocument.h"

#include <QWidget>

class QSettings;
class QSplitter;

namespace weightless::widgets {
class ElidingLabel;
class GraphView;
} // namespace weightless::widgets

namespace weightless::ui {

class FindPanel;
class GraphDisplayMenu;
class Selection;
struct SelectedItem;

// The graph with its find bar and what that found. Constants fill in batches.
class GraphPage : public QWidget {
    Q_OBJECT

public:
    explicit GraphPage(Selection& selection, QWidget* parent = nullptr);

    void setDocument(ModelDocumentPtr document);
    // Rows of the tensor table that became set; resetStates() makes all but the known ones hollow.
    void markSet(const std::vector<int>& tensors, bool comeWithRuns);
    void resetStates();
    // Types and shapes by value name, as a plan has inferred them.
    void setValueShapes(const QHash<QString, QString>& shapes);

    // How long the steps of a run took, on all nodes that they stand for.
    void setStepTimes(const std::vector<StepTime>& steps);
    void colourByTime();

    // What was chosen of how graphs are shown.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;

    [[nodiscard]] widgets::GraphView& view() { return *m_view; }

public slots:
    void focusFind();
    // Brings what is selected into view again.
    void showSelection();
    void savePicture();
    void toggleMinimap();
    // By the name's ending: as a picture, or the structure as .dot or .json. Ends with saved() or failed().
    void exportTo(const QString& path);

signals:
    void saved(const QString& path);
    void failed(const QString& message); // to write
    void refused(const QString& message); // the name says nothing that can be written

private:
    void connectView();
    void connectFind();
    void selectScope(const QString& path);
    void onSelectionChanged(const SelectedItem& item, QObject* source);

    Selection& m_selection;
    widgets::GraphView* m_view;
    FindPanel* m_find;
    QSplitter* m_splitter;
    bool m_hasListWidth = false; // the list of what was found has been shown
    widgets::ElidingLabel* m_layoutState;
    GraphDisplayMenu* m_displayMenu;
    ModelDocumentPtr m_document;
    QString m_limit; // why the last expansion left something out
    bool m_isFollowing = false;
};

} // namespace weightless::ui
