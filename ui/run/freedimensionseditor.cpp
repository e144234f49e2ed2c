// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/freedimensionseditor.h"

#include "ui/text/text.h"
#include "widgets/plaintext.h"

#include <QGridLayout>
#include <QLabel>
#include <QSpinBox>

#include <limits>

namespace weightless::ui {

FreeDimensionsEditor::FreeDimensionsEditor(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setVerticalSpacing(3);
    m_layout->setColumnStretch(1, 1);
    m_layout->setColumnStretch(3, 1);
}

void FreeDimensionsEditor::setDimensions(
    const std::vector<FreeDimension>& dimensions, const std::map<std::string, int64_t>& values)
{
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_boxes.clear();
    for (const FreeDimension& dimension : dimensions) {
        auto* box = new QSpinBox(this);
        box->setRange(1, std::numeric_limits<int>::max());
        const auto given = values.find(dimension.symbol);
        box->setValue(static_cast<int>(given == values.end() ? dimension.suggested : given->second));
        box->setKeyboardTracking(false);
        box->setGroupSeparatorShown(true);
        const QString symbol = fromUtf8(dimension.symbol);
        QStringList inputs;
        for (const std::string& input : dimension.inputs)
            inputs.append(fromUtf8(input));
        box->setToolTip(
            widgets::plainToolTip(tr("Size of %1 in %2").arg(symbol, inputs.join(QStringLiteral(", ")))));
        box->setAccessibleName(tr("Free dimension %1").arg(symbol));
        // An ampersand in a symbol is no mnemonic.
        auto* label = new QLabel(QString(symbol).replace(QLatin1Char('&'), QStringLiteral("&&")), this);
        label->setTextFormat(Qt::PlainText);
        label->setBuddy(box);
        const int place = static_cast<int>(m_boxes.size());
        m_layout->addWidget(label, place / 2, place % 2 * 2);
        m_layout->addWidget(box, place / 2, place % 2 * 2 + 1);
        m_boxes.emplace(dimension.symbol, box);
        connect(box, &QSpinBox::valueChanged, this, &FreeDimensionsEditor::edited);
    }
}

std::map<std::string, int64_t> FreeDimensionsEditor::values() const
{
    std::map<std::string, int64_t> result;
    for (const auto& [symbol, box] : m_boxes)
        result.emplace(symbol, box->value());
    return result;
}

} // namespace weightless::ui
