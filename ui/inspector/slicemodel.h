// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/slicereader.h"

#include <QAbstractTableModel>
#include <QCache>

namespace weightless::ui {

// Which two dimensions of a tensor are looked at, and where in the others.
struct SliceView {
    int rows = -1; // dimension; none of a single number
    int columns = -1; // none below rank 2
    std::vector<int64_t> index; // one per dimension

    // The last two dimensions that have more than one index, at the beginning of the others.
    [[nodiscard]] static SliceView firstOf(const Shape& shape);
    [[nodiscard]] SliceRequest request(const SliceAxis& rowAxis, const SliceAxis& columnAxis) const;

    bool operator==(const SliceView&) const = default;
};

// A slice of a tensor as a table. What is in view is read, block by block, and forgotten again: the memory
// that this takes does not grow with the tensor. Of longer rows and columns the beginning is shown.
class SliceModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int maxRows = 1'000'000;
    static constexpr int maxColumns = 10'000;

    explicit SliceModel(QObject* parent = nullptr);

    // An empty reference, or one of a type without values, is an empty table.
    void setTensor(const TensorValues& tensor);
    void setView(const SliceView& view);
    [[nodiscard]] const TensorValues& tensor() const { return m_tensor; }
    [[nodiscard]] const SliceView& view() const { return m_view; }
    [[nodiscard]] DataType valueType() const { return m_valueType; }
    // All of the slice has rows and columns here.
    [[nodiscard]] bool isComplete() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void failed(const QString& message);

private:
    static constexpr int blockRows = 64, blockColumns = 16;
    using Block = std::shared_ptr<const HostTensor>;
    using Place = std::pair<int, int>; // of a block: rows, columns

    [[nodiscard]] int64_t sizeOf(int dimension) const;
    void measure();
    [[nodiscard]] SliceRequest requestFor(const Place& place) const;
    [[nodiscard]] Block blockAt(const Place& place) const;
    void want(const Place& place) const;
    void readWanted();
    void take(int index, const Block& block);
    void forget();

    TensorValues m_tensor;
    SliceView m_view;
    DataType m_valueType = DataType::Undefined; // of what is shown
    bool m_isReadable = false;
    int64_t m_rowSize = 1, m_columnSize = 1; // of the slice
    SliceReader m_reader;
    mutable QCache<Place, Block> m_blocks;
    mutable std::vector<Place> m_wanted; // since they were asked for last
    std::vector<Place> m_asked;
    size_t m_awaited = 0; // of those, that have not come yet
    bool m_hasLeftBlocks = false; // some that were asked for before were given up for them
    bool m_hasFailed = false; // it is not asked again and again
};

} // namespace weightless::ui
