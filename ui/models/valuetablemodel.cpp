// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/valuetablemodel.h"

#include "engine/session/tensorstatistics.h"
#include "ui/text/text.h"

#include <QLocale>

#include <algorithm>

namespace weightless::ui {

ValueTableModel::ValueTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ValueTableModel::setTensor(std::shared_ptr<const HostTensor> tensor)
{
    beginResetModel();
    m_tensor = std::move(tensor);
    m_rows = 0;
    m_columns = 0;
    if (m_tensor) {
        const int64_t count = elementCount(m_tensor->descriptor.shape).value_or(0);
        const bool hasValues = hasNumbers(m_tensor->descriptor.type) || !m_tensor->strings.empty();
        m_columns = m_tensor->descriptor.shape.empty() ? 1 : m_tensor->descriptor.shape.back();
        m_rows = hasValues && m_columns > 0 ? count / m_columns : 0;
    }
    endResetModel();
}

bool ValueTableModel::isComplete() const
{
    return m_rows <= maxRows && m_columns <= maxColumns;
}

int ValueTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::min<int64_t>(m_rows, maxRows));
}

int ValueTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::min<int64_t>(m_columns, maxColumns));
}

QVariant ValueTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const auto element = static_cast<size_t>(index.row() * m_columns + index.column());
    if (!m_tensor->strings.empty())
        return fromUtf8(m_tensor->strings[element]);
    if (isFloat(m_tensor->descriptor.type))
        return QLocale().toString(elementAsDouble(*m_tensor, element), 'g', 6);
    return QString::number(elementAsInt64(*m_tensor, element));
}

QVariant ValueTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || !m_tensor)
        return {};
    if (orientation == Qt::Horizontal)
        return QString::number(section);
    // "0, 3, 17": the indices of all dimensions but the last.
    const Shape& shape = m_tensor->descriptor.shape;
    QStringList parts;
    int64_t rest = section;
    for (size_t i = shape.size(); i-- > 1;) {
        const int64_t size = shape[i - 1];
        parts.prepend(QString::number(size > 0 ? rest % size : 0));
        rest = size > 0 ? rest / size : 0;
    }
    return parts.isEmpty() ? QString() : parts.join(QStringLiteral(", "));
}

} // namespace weightless::ui
