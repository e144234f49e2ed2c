// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"
#include "widgets/graph/graphsearch.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QModelIndex;
class QTableView;

namespace weightless::widgets {
class SearchWorker;
}

namespace weightless::ui {

class FindModel;

// A line to ask in, and what was found: the first at once, the others as a list. The list stands elsewhere:
// whoever owns the panel places it.
class FindPanel : public QWidget {
    Q_OBJECT

public:
    explicit FindPanel(QWidget* parent = nullptr);

    void setDocument(const ModelDocumentPtr& document);
    void focus();
    [[nodiscard]] QWidget& list() { return *m_list; }
    [[nodiscard]] FindModel& model() { return *m_model; }

public slots:
    void goNext() { step(1); }
    void goPrevious() { step(-1); }

signals:
    // All that matches now; empty when nothing is asked for.
    void found(const std::vector<weightless::widgets::GraphHit>& hits);
    // The first of them, while the user is typing.
    void pointedAt(const weightless::widgets::GraphHit& hit);
    // The user went to one of them.
    void chosen(const weightless::widgets::GraphHit& hit);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeList();
    void ask(const QString& text);
    void show(const QString& text, const std::vector<widgets::GraphHit>& hits);
    void fitColumns();
    void step(int by);
    void goTo(const QModelIndex& index);
    void updatePosition();
    void tellPosition(const QString& text);

    FindModel* m_model;
    widgets::SearchWorker* m_worker;
    QLineEdit* m_edit;
    QLabel* m_position;
    QWidget* m_list;
    QTableView* m_table;
    bool m_isNew = false; // what was found: no step has been made in it
};

} // namespace weightless::ui
