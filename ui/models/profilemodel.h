// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/context.h"

#include <QAbstractTableModel>

#include <vector>

namespace weightless::ui {

// Where the time of a run went: by operator, by the outermost scope, or by step.
class ProfileModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Operator, NodeName, Kernel, Count, Milliseconds, Share, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole,
        ScopeRole, // of a row by scope: its path, empty for the row of steps without one
        StepRole // the step that took longest, of those that the row stands for
    };
    enum class Grouping { ByOperator, ByScope, ByStep };

    explicit ProfileModel(QObject* parent = nullptr);

    void setSteps(std::vector<StepTime> steps);
    void setGrouping(Grouping grouping);
    // The outermost scope of a node, by its name; empty where it has none.
    [[nodiscard]] static QString scopeOf(const std::string& node);
    // What a scope is called, one that is empty too.
    [[nodiscard]] static QString scopeName(const QString& scope);
    [[nodiscard]] double totalMilliseconds() const { return m_total; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString opType;
        QString node;
        QString kernel;
        int count = 0;
        double milliseconds = 0;
        int longest = -1; // step
        QString scope = {};
    };

    void makeRows();
    [[nodiscard]] QVariant value(const Row& row, int column) const;

    std::vector<StepTime> m_steps;
    std::vector<Row> m_rows;
    Grouping m_grouping = Grouping::ByOperator;
    double m_total = 0;
};

} // namespace weightless::ui
