// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/freedimensionseditor.h"

#include "ui/text.h"

#include <QFormLayout>
#include <QSpinBox>

#include <limits>

namespace weightless::ui {

FreeDimensionsEditor::FreeDimensionsEditor(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QFormLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setVerticalSpacing(3);
}

void FreeDimensionsEditor::setDimensions(
    const std::vector<FreeDimension>& dimensions, const std::map<std::string, int64_t>& values)
{
    while (m_layout->rowCount() > 0)
        m_layout->removeRow(0);
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
        box->setToolTip(tr("Size of %1 in %2").arg(symbol, inputs.join(QStringLiteral(", "))));
        box->setAccessibleName(tr("Free dimension %1").arg(symbol));
        // A label of its own: an ampersand in a symbol is no mnemonic.
        m_layout->addRow(QString(symbol).replace(QLatin1Char('&'), QStringLiteral("&&")), box);
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
