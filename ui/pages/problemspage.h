// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/problem.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QPushButton;
class QTableView;

namespace weightless::ui {

class ProblemModel;

// Every error and warning, and what to do about it.
class ProblemsPage : public QWidget {
    Q_OBJECT

public:
    explicit ProblemsPage(QWidget* parent = nullptr);

    [[nodiscard]] ProblemModel& model() { return *m_model; }
    // What is not to be kept goes.
    void keep(const std::function<bool(const Problem&)>& isKept);

public slots:
    void add(const weightless::ui::Problem& problem);
    void copy();
    void clear();

signals:
    void changed(int errors, int warnings);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateButtons();
    void fitColumns();
    void measureRowsInView();
    [[nodiscard]] bool showsNewest() const; // the last row, whole
    void followNewest();

    ProblemModel* m_model;
    QTableView* m_table;
    QTimer m_measuring; // rows are measured when they come into view, and once for all that arrive together
    QTimer m_following;
    QPushButton* m_copy;
    QPushButton* m_clear;
};

} // namespace weightless::ui
