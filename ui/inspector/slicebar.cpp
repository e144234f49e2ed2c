// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/slicebar.h"

#include "widgets/flowlayout.h"
#include "widgets/wheelguard.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace weightless::ui {

SliceBar::SliceBar(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QComboBox(this))
    , m_columns(new QComboBox(this))
    , m_indices(new QWidget(this))
{
    m_rows->setAccessibleName(tr("Dimension that is shown as rows"));
    m_columns->setAccessibleName(tr("Dimension that is shown as columns"));
    auto* axes = new QWidget(this);
    auto* axesLayout = new widgets::FlowLayout(axes, 8, 4);
    const std::pair<QComboBox*, QString> choices[] {{m_rows, tr("Rows:")}, {m_columns, tr("Columns:")}};
    for (const auto& [choice, text] : choices) {
        auto* pair = new QWidget(axes);
        auto* pairLayout = new QHBoxLayout(pair);
        pairLayout->setContentsMargins(0, 0, 0, 0);
        auto* label = new QLabel(text, pair);
        label->setBuddy(choice);
        choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        pairLayout->addWidget(label);
        pairLayout->addWidget(choice);
        axesLayout->addWidget(pair);
    }
    new widgets::FlowLayout(m_indices, 8, 4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(axes);
    layout->addWidget(m_indices);
    connect(m_rows, &QComboBox::activated, this,
        [this](int dimension) { choose(m_view.rows, m_view.columns, dimension); });
    connect(m_columns, &QComboBox::activated, this,
        [this](int dimension) { choose(m_view.columns, m_view.rows, dimension); });
    hide();
}

void SliceBar::setShape(const Shape& shape)
{
    m_shape = shape;
    m_view = SliceView::firstOf(shape);
    fill();
    setVisible(shape.size() > 2);
}

void SliceBar::fill()
{
    for (QSpinBox* spin : std::exchange(m_spins, {}))
        delete spin;
    m_rows->clear();
    m_columns->clear();
    for (size_t i = 0; i < m_shape.size(); ++i) {
        const QString text = tr("dim %1 (%2)").arg(i).arg(m_shape[i]);
        m_rows->addItem(text);
        m_columns->addItem(text);
        auto* spin = new QSpinBox(m_indices);
        new widgets::WheelGuard(*spin);
        spin->setPrefix(tr("dim %1: ").arg(i));
        spin->setRange(
            0, static_cast<int>(std::clamp<int64_t>(m_shape[i] - 1, 0, std::numeric_limits<int>::max())));
        spin->setAccessibleName(tr("Index of dimension %1").arg(i));
        spin->setToolTip(tr("Index of dimension %1, which has %2").arg(i).arg(m_shape[i]));
        connect(spin, &QSpinBox::valueChanged, this, [this, i](int index) {
            m_view.index[i] = index;
            emit changed();
        });
        m_indices->layout()->addWidget(spin);
        m_spins.push_back(spin);
    }
    showChoice();
}

// Choosing what the other one shows exchanges them.
void SliceBar::choose(int& axis, int& other, int dimension)
{
    if (dimension == other)
        other = axis;
    axis = dimension;
    showChoice();
    emit changed();
}

void SliceBar::showChoice()
{
    m_rows->setCurrentIndex(m_view.rows);
    m_columns->setCurrentIndex(m_view.columns);
    for (size_t i = 0; i < m_spins.size(); ++i)
        m_spins[i]->setVisible(static_cast<int>(i) != m_view.rows && static_cast<int>(i) != m_view.columns);
}

} // namespace weightless::ui
