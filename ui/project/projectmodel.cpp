// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/project/projectmodel.h"

#include "widgets/formatbytes.h"
#include "widgets/plaintext.h"

#include <QLocale>

namespace weightless::ui {

namespace {

QString secondsText(double seconds)
{
    return seconds < 0 ? QString() : QLocale().toString(seconds, 'f', 3);
}

} // namespace

ProjectModel::ProjectModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ProjectModel::setParts(std::vector<ProjectPartInfo> parts)
{
    beginResetModel();
    m_parts = std::move(parts);
    endResetModel();
}

void ProjectModel::setPart(int index, const ProjectPartInfo& part)
{
    if (index < 0 || index >= rowCount())
        return;
    m_parts[static_cast<size_t>(index)] = part;
    emit dataChanged(this->index(index, 0), this->index(index, ColumnCount - 1));
}

int ProjectModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_parts.size());
}

int ProjectModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ProjectModel::stateText(PartState state)
{
    switch (state) {
    case PartState::Unusable:
        return tr("✖ cannot be used");
    case PartState::Hollow:
        return tr("○ hollow");
    case PartState::Loading:
        return tr("◔ loading");
    case PartState::Loaded:
        return tr("● loaded");
    case PartState::Running:
        return tr("▶ running");
    case PartState::Done:
        return tr("✓ ran, unloaded");
    }
    return {};
}

QString ProjectModel::text(const ProjectPartInfo& part, int column) const
{
    const bool isUsable = part.state != PartState::Unusable;
    switch (column) {
    case Role:
        return part.role;
    case Name:
        return part.name;
    case Weights:
        return isUsable ? widgets::formatBytes(part.weightBytes) : QString();
    case Device:
        return isUsable ? widgets::formatBytes(part.deviceBytes) : QString();
    case Cpu:
        return isUsable ? widgets::formatBytes(part.cpuBytes) : QString();
    case State:
        return stateText(part.state);
    case LoadTime:
        return secondsText(part.loadSeconds);
    case RunTime:
        return secondsText(part.runSeconds);
    default:
        return {};
    }
}

QVariant ProjectModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ProjectPartInfo& part = m_parts[static_cast<size_t>(index.row())];
    const int column = index.column();
    if (role == Qt::DisplayRole)
        return text(part, column);
    if (role == Qt::ToolTipRole)
        return widgets::plainToolTip(part.problem.isEmpty() ? part.path : part.problem);
    if (role == Qt::TextAlignmentRole) {
        const bool isText = column == Role || column == Name || column == State;
        return int((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    return {};
}

QVariant ProjectModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    const QString titles[] {tr("Part"), tr("Model"), tr("Weights"), tr("Device, predicted"),
        tr("CPU beyond, predicted"), tr("State"), tr("Load, s"), tr("Run, s")};
    return section < ColumnCount ? titles[section] : QString();
}

} // namespace weightless::ui
