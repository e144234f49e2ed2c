// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tensormodel.h"

#include <QSortFilterProxyModel>

#include <optional>

namespace weightless::ui {

// Rows of a TensorModel whose name, type or shape holds every word of a text, in one state or any.
class TensorFilterProxy : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit TensorFilterProxy(QObject* parent = nullptr);

    void setText(const QString& text);
    void setState(std::optional<TensorState> state);

    // Bytes of the rows that are shown.
    [[nodiscard]] qint64 shownBytes() const;

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList m_words;
    std::optional<TensorState> m_state;
};

} // namespace weightless::ui
