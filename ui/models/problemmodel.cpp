// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/problemmodel.h"
#include "widgets/plaintext.h"

#include <QApplication>
#include <QLocale>
#include <QStyle>

#include <algorithm>
#include <set>

namespace weightless::ui {

namespace {

QIcon iconOf(Severity severity)
{
    const auto kind = severity == Severity::Error ? QStyle::SP_MessageBoxCritical
        : severity == Severity::Warning           ? QStyle::SP_MessageBoxWarning
                                                  : QStyle::SP_MessageBoxInformation;
    return QApplication::style()->standardIcon(kind);
}

} // namespace

ProblemModel::ProblemModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ProblemModel::add(const Problem& problem)
{
    if (rowCount() >= maxProblems) {
        beginRemoveRows({}, 0, 0);
        m_problems.erase(m_problems.begin());
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_problems.push_back(problem);
    endInsertRows();
}

void ProblemModel::clear()
{
    beginResetModel();
    m_problems.clear();
    endResetModel();
}

void ProblemModel::keep(const std::function<bool(const Problem&)>& isKept)
{
    if (std::all_of(m_problems.begin(), m_problems.end(), isKept))
        return;
    beginResetModel();
    std::erase_if(m_problems, [&isKept](const Problem& problem) { return !isKept(problem); });
    endResetModel();
}

int ProblemModel::count(Severity severity) const
{
    return static_cast<int>(std::count_if(m_problems.begin(), m_problems.end(),
        [severity](const Problem& problem) { return problem.severity == severity; }));
}

QString ProblemModel::toText(const QModelIndexList& rows) const
{
    std::set<int> numbers;
    for (const QModelIndex& row : rows)
        numbers.insert(row.row());
    QString text;
    for (int i = 0; i < rowCount(); ++i) {
        if (!numbers.empty() && !numbers.contains(i))
            continue;
        const Problem& problem = m_problems[static_cast<size_t>(i)];
        text += ProblemText::severity(problem.severity) + QStringLiteral(": ")
            + ProblemText::task(problem.task) + QStringLiteral(": ") + problem.message;
        if (!problem.advice.isEmpty())
            text += QStringLiteral(" – ") + problem.advice;
        text += QLatin1Char('\n');
    }
    return text;
}

int ProblemModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_problems.size());
}

int ProblemModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Problem& problem = m_problems[static_cast<size_t>(index.row())];
    if (role == Qt::DecorationRole && index.column() == SeverityColumn)
        return iconOf(problem.severity);
    if (role == Qt::ToolTipRole)
        return widgets::plainToolTip(data(index, Qt::DisplayRole).toString());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case SeverityColumn:
        return ProblemText::severity(problem.severity);
    case TaskColumn:
        return ProblemText::task(problem.task);
    case Message:
        return problem.message;
    case Advice:
        return problem.advice;
    case Time:
        return QLocale().toString(problem.when.time(), QStringLiteral("HH:mm:ss"));
    default:
        return {};
    }
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case SeverityColumn:
        return tr("Kind");
    case TaskColumn:
        return tr("While");
    case Message:
        return tr("What happened");
    case Advice:
        return tr("What to do");
    case Time:
        return tr("Time");
    default:
        return {};
    }
}

} // namespace weightless::ui
