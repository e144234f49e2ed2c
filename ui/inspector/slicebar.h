// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/slicemodel.h"

#include <QWidget>

class QComboBox;
class QSpinBox;

namespace weightless::ui {

// Chooses the two dimensions of a tensor that are looked at, and one index of each of the others. Hidden
// below rank 3, where there is nothing to choose.
class SliceBar : public QWidget {
    Q_OBJECT

public:
    explicit SliceBar(QWidget* parent = nullptr);

    // Shows the first slice of a tensor of this shape.
    void setShape(const Shape& shape);
    [[nodiscard]] const SliceView& view() const { return m_view; }

signals:
    void changed();

private:
    void fill();
    void choose(int& axis, int& other, int dimension);
    void showChoice();

    Shape m_shape;
    SliceView m_view;
    QComboBox* m_rows;
    QComboBox* m_columns;
    QWidget* m_indices;
    std::vector<QSpinBox*> m_spins; // one per dimension; those of the axes are hidden
};

} // namespace weightless::ui
