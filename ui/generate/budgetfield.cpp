// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/budgetfield.h"

#include "engine/base/bytes.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QSpinBox>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr uint64_t mebibyte = uint64_t {1} << 20;
constexpr int mostMebibytes = 1 << 24; // 16 TiB

} // namespace

BudgetField::BudgetField(QWidget* parent)
    : QWidget(parent)
    , m_limits(new QCheckBox(tr("Limi&t device memory for weights"), this))
    , m_size(new QSpinBox(this))
    , m_bytes(512 * mebibyte)
{
    m_limits->setToolTip(
        tr("Weights that do not fit are brought while a model runs. Where the device uses the "
           "file's own pages, as zero-copy does, there is nothing to limit."));
    m_size->setRange(1, mostMebibytes);
    m_size->setValue(static_cast<int>(m_bytes / mebibyte));
    m_size->setGroupSeparatorShown(true);
    m_size->setSuffix(tr(" MiB"));
    m_size->setEnabled(false);
    m_size->setAccessibleName(tr("Device memory for weights"));
    connect(m_size, &QSpinBox::valueChanged, this,
        [this](int value) { m_bytes = static_cast<uint64_t>(value) * mebibyte; });
    connect(m_limits, &QCheckBox::toggled, m_size, &QWidget::setEnabled);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_limits);
    layout->addWidget(m_size);
    layout->addStretch();
}

uint64_t BudgetField::bytes() const
{
    return m_limits->isChecked() ? m_bytes : 0;
}

void BudgetField::showSize(uint64_t bytes)
{
    m_size->setValue(
        static_cast<int>(std::clamp<uint64_t>(bytes / mebibyte, 1, static_cast<uint64_t>(mostMebibytes))));
    m_bytes = bytes;
}

void BudgetField::setBytes(uint64_t bytes)
{
    m_limits->setChecked(bytes > 0);
    if (bytes > 0)
        showSize(bytes);
}

void BudgetField::propose(uint64_t largestBytes, uint64_t leastBytes)
{
    const uint64_t half = largestBytes / 2 / mebibyte;
    const uint64_t least = ceilDivide(leastBytes, mebibyte);
    if (!m_limits->isChecked())
        showSize(std::max({half, least, uint64_t {1}}) * mebibyte);
}

} // namespace weightless::ui
