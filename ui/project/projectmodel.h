// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/project/projectparts.h"

#include <QAbstractTableModel>

namespace weightless::ui {

// The parts of a project: what each weighs, what it will need, and how far it is.
class ProjectModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Role, Name, Weights, Device, Cpu, State, LoadTime, RunTime, ColumnCount };

    explicit ProjectModel(QObject* parent = nullptr);

    void setParts(std::vector<ProjectPartInfo> parts);
    void setPart(int index, const ProjectPartInfo& part);
    [[nodiscard]] const std::vector<ProjectPartInfo>& parts() const { return m_parts; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const ProjectPartInfo& part, int column) const;
    [[nodiscard]] static QString stateText(PartState state);

    std::vector<ProjectPartInfo> m_parts;
};

} // namespace weightless::ui
