// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

class QPoint;
class QTableView;

namespace weightless::ui {

class InputModel;

// Lets pictures and tensors be dropped on inputs: on the row of one, or beside the rows, where the current
// one or the first that they fit gets them. What fits none is left to whoever else takes drops.
class InputDrops : public QObject {
    Q_OBJECT

public:
    // Drops on `area`, in which the table of the model lies. All outlive it.
    InputDrops(QWidget& area, QTableView& table, InputModel& model);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] std::optional<int> rowFor(const QString& path, const QPoint& position) const;

    QWidget& m_area;
    QTableView& m_table;
    InputModel& m_model;
};

} // namespace weightless::ui
