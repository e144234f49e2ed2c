// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/profilemodel.h"

#include "ui/text/text.h"
#include "widgets/plaintext.h"

#include <QLocale>

#include <map>
#include <set>

namespace weightless::ui {

ProfileModel::ProfileModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ProfileModel::setSteps(std::vector<StepTime> steps)
{
    beginResetModel();
    m_steps = std::move(steps);
    m_total = 0;
    for (const StepTime& step : m_steps)
        m_total += step.milliseconds;
    makeRows();
    endResetModel();
}

void ProfileModel::setGrouping(Grouping grouping)
{
    if (m_grouping == grouping)
        return;
    beginResetModel();
    m_grouping = grouping;
    makeRows();
    endResetModel();
}

QString ProfileModel::scopeOf(const std::string& node)
{
    const QStringList parts = fromUtf8(node).split(QLatin1Char('/'), Qt::SkipEmptyParts);
    return parts.size() > 1 ? parts.front() : QString();
}

QString ProfileModel::scopeName(const QString& scope)
{
    return scope.isEmpty() ? tr("in no scope") : scope;
}

void ProfileModel::makeRows()
{
    m_rows.clear();
    if (m_grouping == Grouping::ByStep) {
        for (size_t i = 0; i < m_steps.size(); ++i) {
            const StepTime& step = m_steps[i];
            m_rows.push_back({fromUtf8(step.opType), fromUtf8(step.node), fromUtf8(step.kernel), 1,
                step.milliseconds, static_cast<int>(i)});
        }
        return;
    }
    struct Sum {
        std::set<std::string> kernels;
        int count = 0;
        double milliseconds = 0;
        int longest = -1;
    };
    const bool isByScope = m_grouping == Grouping::ByScope;
    std::map<QString, Sum> sums;
    for (size_t i = 0; i < m_steps.size(); ++i) {
        const StepTime& step = m_steps[i];
        Sum& sum = sums[isByScope ? scopeOf(step.node) : fromUtf8(step.opType)];
        sum.kernels.insert(step.kernel);
        ++sum.count;
        sum.milliseconds += step.milliseconds;
        if (sum.longest < 0 || step.milliseconds > m_steps[static_cast<size_t>(sum.longest)].milliseconds)
            sum.longest = static_cast<int>(i);
    }
    for (const auto& [name, sum] : sums) {
        QStringList kernels;
        for (const std::string& kernel : sum.kernels)
            kernels.append(fromUtf8(kernel));
        m_rows.push_back({isByScope ? scopeName(name) : name, {}, kernels.join(QStringLiteral(", ")),
            sum.count, sum.milliseconds, sum.longest, isByScope ? name : QString()});
    }
}

int ProfileModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProfileModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProfileModel::value(const Row& row, int column) const
{
    switch (column) {
    case Operator:
        return row.opType;
    case NodeName:
        return row.node;
    case Kernel:
        return row.kernel;
    case Count:
        return row.count;
    case Milliseconds:
        return row.milliseconds;
    case Share:
        return m_total > 0 ? 100 * row.milliseconds / m_total : 0.0;
    default:
        return {};
    }
}

QVariant ProfileModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    const QVariant content = value(row, index.column());
    switch (role) {
    case ScopeRole:
        return row.scope;
    case StepRole:
        return row.longest;
    case SortRole:
        return content;
    case Qt::TextAlignmentRole:
        return index.column() >= Count ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                       : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return widgets::plainToolTip(content.toString());
    case Qt::DisplayRole:
        if (index.column() == Milliseconds)
            return QLocale().toString(content.toDouble(), 'f', 3);
        if (index.column() == Share)
            return tr("%1 %").arg(QLocale().toString(content.toDouble(), 'f', 1));
        return index.column() <= Kernel ? QVariant(widgets::shownName(content.toString())) : content;
    default:
        return {};
    }
}

QVariant ProfileModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Operator:
        return m_grouping == Grouping::ByScope ? tr("Scope") : tr("Operator");
    case NodeName:
        return tr("Node");
    case Kernel:
        return tr("Kernel");
    case Count:
        return tr("Steps");
    case Milliseconds:
        return tr("ms");
    case Share:
        return tr("Share");
    default:
        return {};
    }
}

} // namespace weightless::ui
