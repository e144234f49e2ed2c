// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/batchbar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace weightless::ui {

BatchBar::BatchBar(const QString& label, const QString& accessibleName, QWidget* parent)
    : QWidget(parent)
    , m_number(new QSpinBox(this))
{
    auto* text = new QLabel(label, this);
    text->setBuddy(m_number);
    m_number->setAccessibleName(accessibleName);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    layout->addWidget(m_number);
    layout->addStretch();
    hide();
    connect(m_number, &QSpinBox::valueChanged, this, [this](int number) { emit elementChosen(number - 1); });
}

void BatchBar::offer(int64_t count, const std::string& output)
{
    setVisible(count > 1);
    const QSignalBlocker blocked(m_number);
    const int most = static_cast<int>(std::min<int64_t>(count, std::numeric_limits<int>::max()));
    const bool isSame = output == m_output && most == m_number->maximum();
    m_output = output;
    m_number->setRange(1, most);
    m_number->setSuffix(tr(" of %1", "follows the number of an element").arg(QLocale().toString(most)));
    if (!isSame)
        m_number->setValue(1);
}

int BatchBar::element() const
{
    return m_number->value() - 1;
}

} // namespace weightless::ui
