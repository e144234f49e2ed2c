// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"

#include <QAbstractTableModel>

#include <memory>

namespace weightless::ui {

// The values of a tensor: one row per index of all dimensions but the last, one column per index of the last.
// Nothing is copied; at most maxColumns columns and maxRows rows are shown.
class ValueTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int maxColumns = 1024;
    static constexpr int maxRows = 1'000'000;

    explicit ValueTableModel(QObject* parent = nullptr);

    // Null: an empty table.
    void setTensor(std::shared_ptr<const HostTensor> tensor);
    // False when rows or columns beyond the limits are not shown.
    [[nodiscard]] bool isComplete() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const HostTensor> m_tensor;
    int64_t m_rows = 0;
    int64_t m_columns = 0;
};

} // namespace weightless::ui
