// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/outputmodel.h"

#include "ui/text/text.h"
#include "ui/text/valuetext.h"
#include "widgets/plaintext.h"

#include <QLocale>

namespace weightless::ui {

OutputModel::OutputModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void OutputModel::setOutputs(std::vector<GraphPort> outputs)
{
    beginResetModel();
    m_outputs = std::move(outputs);
    m_shapes.clear();
    m_result.reset();
    endResetModel();
}

void OutputModel::setShapes(std::vector<std::optional<SymbolicShape>> shapes)
{
    if (m_shapes == shapes)
        return;
    m_shapes = std::move(shapes);
    if (rowCount() > 0)
        emit dataChanged(index(0, ShapeColumn), index(rowCount() - 1, ShapeColumn));
}

void OutputModel::forget()
{
    m_onDevice.clear();
    setOutputs({});
}

void OutputModel::setResult(RunResultPtr result)
{
    m_result = std::move(result);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const OutputResult* OutputModel::resultOf(int row) const
{
    if (!m_result || row < 0 || static_cast<size_t>(row) >= m_result->outputs.size())
        return nullptr;
    return &m_result->outputs[static_cast<size_t>(row)];
}

std::set<std::string> OutputModel::deviceOutputs() const
{
    std::set<std::string> names;
    for (size_t i = 0; i < m_outputs.size(); ++i) {
        if (staysOnDevice(i))
            names.insert(m_outputs[i].name);
    }
    return names;
}

void OutputModel::setVerdicts(std::map<std::string, OutputVerdict> verdicts)
{
    if (m_verdicts == verdicts)
        return;
    m_verdicts = std::move(verdicts);
    if (rowCount() > 0)
        emit dataChanged(index(0, Reference), index(rowCount() - 1, Difference));
    emit verdictsChanged();
}

QVariant OutputModel::verdict(const QModelIndex& index, int role) const
{
    const auto found = m_verdicts.find(m_outputs[static_cast<size_t>(index.row())].name);
    if (found == m_verdicts.end())
        return {};
    if (role == Qt::ToolTipRole)
        return widgets::plainToolTip(found->second.details);
    if (role == Qt::AccessibleDescriptionRole)
        return found->second.details;
    return index.column() == Reference ? found->second.text : found->second.difference;
}

QString OutputModel::name(int row) const
{
    return fromUtf8(m_outputs[static_cast<size_t>(row)].name);
}

int OutputModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_outputs.size());
}

int OutputModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant OutputModel::statistic(int row, int column) const
{
    const OutputResult* output = resultOf(row);
    if (!output)
        return {};
    if (!output->values)
        return column == Minimum && output->isOnDevice() ? tr("on the device") : QVariant();
    const TensorStatistics& values = output->statistics;
    if (!hasNumbers(output->descriptor.type))
        return {};
    if (column == NotFinite)
        return values.nanCount + values.infiniteCount == 0
            ? tr("none")
            : tr("%1 NaN, %2 infinite").arg(values.nanCount).arg(values.infiniteCount);
    if (values.finiteCount() == 0)
        return {};
    const double numbers[] {values.minimum, values.maximum, values.mean, values.deviation};
    const DataType type = output->descriptor.type;
    const auto whole = column == Minimum ? wholeMinimum(values, type)
        : column == Maximum              ? wholeMaximum(values, type)
                                         : std::nullopt;
    return whole ? wholeText(*whole) : QLocale().toString(numbers[column - Minimum], 'g', 5);
}

QString OutputModel::shapeText(size_t row) const
{
    const OutputResult* output = resultOf(static_cast<int>(row));
    const TensorDescriptor& descriptor = output ? output->descriptor : m_outputs[row].descriptor;
    if (descriptor.type == DataType::Undefined)
        return {};
    if (output || row >= m_shapes.size())
        return fromUtf8(weightless::toString(descriptor.shape));
    return m_shapes[row] ? fromUtf8(weightless::toString(*m_shapes[row])) : QString();
}

QVariant OutputModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto row = static_cast<size_t>(index.row());
    if (role == Qt::CheckStateRole && index.column() == Location)
        return staysOnDevice(row) ? Qt::Unchecked : Qt::Checked;
    if (role == Qt::TextAlignmentRole && index.column() >= Difference)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Location)
        return tr("Checked: read back to the CPU after the run. Unchecked: left on the device.");
    const bool isOfReference = index.column() == Reference || index.column() == Difference;
    if (isOfReference
        && (role == Qt::ToolTipRole || role == Qt::DisplayRole || role == Qt::AccessibleDescriptionRole))
        return verdict(index, role);
    if (role != Qt::DisplayRole)
        return {};
    const OutputResult* output = resultOf(index.row());
    const TensorDescriptor& descriptor = output ? output->descriptor : m_outputs[row].descriptor;
    switch (index.column()) {
    case Name:
        return widgets::shownName(fromUtf8(m_outputs[row].name));
    case Type:
        return descriptor.type != DataType::Undefined ? fromUtf8(toString(descriptor.type))
            : output                                  ? ValueText::kind(output->value)
                                                      : tr("known after the run");
    case ShapeColumn:
        return shapeText(row);
    case Location:
        return staysOnDevice(row) ? tr("device") : tr("CPU");
    default:
        return statistic(index.row(), index.column());
    }
}

bool OutputModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || index.column() != Location
        || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    const std::string& name = m_outputs[static_cast<size_t>(index.row())].name;
    if (static_cast<Qt::CheckState>(value.toInt()) == Qt::Unchecked)
        m_onDevice.insert(name);
    else
        m_onDevice.erase(name);
    emit dataChanged(index, index);
    return true;
}

Qt::ItemFlags OutputModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == Location)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant OutputModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && section == Reference && role == Qt::ToolTipRole)
        return tr(
            "How the output compares with its reference, within the tolerances of 'weightless-cli verify'");
    if (orientation == Qt::Horizontal && section == Difference && role == Qt::ToolTipRole)
        return tr("The greatest difference of a number from its reference");
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Output");
    case Type:
        return tr("Type");
    case ShapeColumn:
        return tr("Shape");
    case Location:
        return tr("Location");
    case Reference:
        return tr("Beside the reference");
    case Difference:
        return tr("Greatest difference");
    case Minimum:
        return tr("Minimum");
    case Maximum:
        return tr("Maximum");
    case Mean:
        return tr("Mean");
    case Deviation:
        return tr("Deviation");
    case NotFinite:
        return tr("Not finite");
    default:
        return {};
    }
}

} // namespace weightless::ui
