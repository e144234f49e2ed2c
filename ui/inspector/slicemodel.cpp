// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/slicemodel.h"

#include "ui/text/text.h"
#include "ui/text/valuetext.h"
#include "widgets/plaintext.h"

#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace weightless::ui {

SliceView SliceView::firstOf(const Shape& shape)
{
    const int rank = static_cast<int>(shape.size());
    SliceView view {.index = std::vector<int64_t>(shape.size(), 0)};
    // From the last on, those that hold more than one.
    for (int i = rank; i-- > 0 && view.rows < 0;) {
        if (shape[static_cast<size_t>(i)] > 1)
            (view.columns < 0 ? view.columns : view.rows) = i;
    }
    // A single one is read downwards.
    if (view.rows < 0)
        view.rows = std::exchange(view.columns, -1);
    for (int i = rank; i-- > 0;) {
        if (view.rows < 0)
            view.rows = i;
        else if (view.columns < 0 && i != view.rows)
            view.columns = i;
    }
    return view;
}

SliceRequest SliceView::request(const SliceAxis& rowAxis, const SliceAxis& columnAxis) const
{
    SliceRequest request;
    request.index = index;
    if (rows >= 0) {
        request.rows = rowAxis;
        request.rows->dimension = static_cast<size_t>(rows);
    }
    if (columns >= 0) {
        request.columns = columnAxis;
        request.columns->dimension = static_cast<size_t>(columns);
    }
    return request;
}

SliceModel::SliceModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_blocks(256) // of a thousand elements each
{
    connect(&m_reader, &SliceReader::sliceRead, this, &SliceModel::take);
    connect(&m_reader, &SliceReader::failed, this, [this](const QString& message) {
        m_hasFailed = true;
        emit failed(message);
    });
}

void SliceModel::forget()
{
    m_reader.cancel();
    m_blocks.clear();
    m_wanted.clear();
    m_asked.clear();
    m_awaited = 0;
    m_hasLeftBlocks = false;
    m_hasFailed = false;
}

void SliceModel::setTensor(const TensorValues& tensor)
{
    beginResetModel();
    forget();
    m_tensor = tensor;
    m_view = SliceView::firstOf(tensor.descriptor().shape);
    const TensorReader reader(tensor);
    m_valueType = reader.valueType();
    m_isReadable = reader.isReadable() && tensor.elementCount() > 0
        && (hasNumbers(m_valueType) || m_valueType == DataType::String);
    measure();
    endResetModel();
}

void SliceModel::setView(const SliceView& view)
{
    if (view == m_view)
        return;
    beginResetModel();
    forget();
    m_view = view;
    measure();
    endResetModel();
}

int64_t SliceModel::sizeOf(int dimension) const
{
    return dimension < 0 ? 1 : m_tensor.descriptor().shape[static_cast<size_t>(dimension)];
}

void SliceModel::measure()
{
    m_rowSize = sizeOf(m_view.rows);
    m_columnSize = sizeOf(m_view.columns);
}

bool SliceModel::isComplete() const
{
    return !m_isReadable || (m_rowSize <= maxRows && m_columnSize <= maxColumns);
}

int SliceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_isReadable ? 0 : static_cast<int>(std::min<int64_t>(m_rowSize, maxRows));
}

int SliceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_isReadable ? 0
                                             : static_cast<int>(std::min<int64_t>(m_columnSize, maxColumns));
}

SliceRequest SliceModel::requestFor(const Place& place) const
{
    const auto axis = [](int64_t first, int64_t most, int64_t size) {
        return SliceAxis {.first = first, .count = std::min(most, size - first)};
    };
    return m_view.request(axis(static_cast<int64_t>(place.first) * blockRows, blockRows, m_rowSize),
        axis(static_cast<int64_t>(place.second) * blockColumns, blockColumns, m_columnSize));
}

// Asked for together, once the view has told all that it shows.
void SliceModel::want(const Place& place) const
{
    if (m_hasFailed || std::find(m_wanted.begin(), m_wanted.end(), place) != m_wanted.end())
        return;
    if (m_wanted.empty())
        QTimer::singleShot(0, this, [self = const_cast<SliceModel*>(this)] { self->readWanted(); });
    m_wanted.push_back(place);
}

void SliceModel::readWanted()
{
    std::vector<SliceRequest> slices;
    for (const Place& place : m_wanted)
        slices.push_back(requestFor(place));
    if (slices.empty())
        return;
    // What is in view now comes first; of what was on its way nothing more does.
    m_hasLeftBlocks |= m_awaited > 0;
    m_asked = std::exchange(m_wanted, {});
    m_awaited = m_asked.size();
    m_reader.read(m_tensor, std::move(slices));
}

void SliceModel::take(int index, const Block& block)
{
    const Place place = m_asked[static_cast<size_t>(index)];
    m_blocks.insert(place, new Block(block));
    const int row = place.first * blockRows, column = place.second * blockColumns;
    emit dataChanged(this->index(row, column),
        this->index(
            std::min(row + blockRows, rowCount()) - 1, std::min(column + blockColumns, columnCount()) - 1));
    if (--m_awaited > 0 || !std::exchange(m_hasLeftBlocks, false))
        return;
    // A view looks at its cells again, and so asks for those that are still in it.
    emit dataChanged(this->index(0, 0), this->index(rowCount() - 1, columnCount() - 1));
}

// Null: it is on its way.
SliceModel::Block SliceModel::blockAt(const Place& place) const
{
    if (const Block* known = m_blocks.object(place))
        return *known;
    if (!m_tensor.values) {
        want(place);
        return nullptr;
    }
    // What is in memory takes no time.
    TensorReader reader(m_tensor);
    auto block = std::make_shared<const HostTensor>(readSlice(reader, requestFor(place)));
    m_blocks.insert(place, new Block(block));
    return block;
}

QVariant SliceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const Place place(index.row() / blockRows, index.column() / blockColumns);
    const Block block = blockAt(place);
    if (!block)
        return QStringLiteral("…");
    const auto columns = static_cast<size_t>(block->descriptor.shape[1]);
    const QString text = elementText(*block,
        static_cast<size_t>(index.row() % blockRows) * columns
            + static_cast<size_t>(index.column() % blockColumns));
    return role == Qt::ToolTipRole ? widgets::plainToolTip(text) : text;
}

QVariant SliceModel::headerData(int section, Qt::Orientation, int role) const
{
    return role == Qt::DisplayRole ? QVariant(QString::number(section)) : QVariant();
}

} // namespace weightless::ui
