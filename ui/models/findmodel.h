// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/modeldocument.h"
#include "widgets/graph/graphsearch.h"

#include <QAbstractTableModel>

#include <vector>

namespace weightless::ui {

// What a search found, in the order of the graph. A row costs nothing until it is looked at.
class FindModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, What, ColumnCount };

    explicit FindModel(QObject* parent = nullptr);

    void setDocument(ModelDocumentPtr document);
    void setHits(std::vector<widgets::GraphHit> hits);
    [[nodiscard]] const std::vector<widgets::GraphHit>& hits() const { return m_hits; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString name(const widgets::GraphHit& hit) const;
    [[nodiscard]] QString what(const widgets::GraphHit& hit) const;

    ModelDocumentPtr m_document;
    std::vector<widgets::GraphHit> m_hits;
};

} // namespace weightless::ui
