// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"

#include <QAbstractTableModel>

#include <vector>

namespace weightless::ui {

enum class TensorState {
    Hollow, // its bytes are not on the device
    Set,
    ComesWithRuns, // set, without a lasting place on the device
    Known, // small: its value was read at open
    NotNeeded, // the planned graph does not use it, or was folded
    Broken, // its bytes cannot be had
};

[[nodiscard]] QString toString(TensorState state);

// Every constant of a model: one row each, in file order.
class TensorModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Bytes, Share, State, Type, ShapeColumn, Location, ColumnCount };
    enum Role { SortRole = Qt::UserRole, BytesRole, StateRole };

    explicit TensorModel(QObject* parent = nullptr);

    void setDocument(ModelDocumentPtr document);
    [[nodiscard]] const ModelDocumentPtr& document() const { return m_document; }
    [[nodiscard]] TensorState state(int row) const { return m_states[static_cast<size_t>(row)]; }
    [[nodiscard]] const std::vector<TensorState>& states() const { return m_states; }

    // Rows that a planned graph needs become hollow, other weights are not needed.
    void setNeeded(const std::vector<int>& rows);
    // Merged by the caller: one dataChanged per run of neighbouring rows.
    void setStates(std::vector<int> rows, TensorState state);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant display(const TensorRow& row, int index, int column) const;
    QVariant sortKey(const TensorRow& row, int index, int column) const;
    QString toolTip(const TensorRow& row, int index, int column) const;

    ModelDocumentPtr m_document;
    std::vector<TensorState> m_states;
};

} // namespace weightless::ui
