// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/problem.h"

#include <QAbstractTableModel>

#include <functional>
#include <vector>

namespace weightless::ui {

// What went wrong since the window opened, newest last. Only the newest maxProblems are kept.
class ProblemModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { SeverityColumn, TaskColumn, Message, Advice, Time, ColumnCount };
    static constexpr int maxProblems = 2000;

    explicit ProblemModel(QObject* parent = nullptr);

    void add(const Problem& problem);
    void clear();
    // What is not to be kept goes.
    void keep(const std::function<bool(const Problem&)>& isKept);
    [[nodiscard]] const std::vector<Problem>& problems() const { return m_problems; }
    [[nodiscard]] int count(Severity severity) const;
    // One line per problem of the given rows, all when there are none: for the clipboard.
    [[nodiscard]] QString toText(const QModelIndexList& rows) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Problem> m_problems;
};

} // namespace weightless::ui
