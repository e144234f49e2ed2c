// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/freedimensionseditor.h"

#include "engine/base/text.h"
#include "ui/text/text.h"
#include "widgets/elidinglabel.h"
#include "widgets/plaintext.h"
#include "widgets/wheelguard.h"

#include <QGridLayout>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace weightless::ui {

namespace {

constexpr int lettersThatStay = 14; // of a name that gives way
constexpr qsizetype shortName = 10; // characters, of which two fit beside each other
constexpr size_t namedInputs = 20; // in a tooltip

} // namespace

FreeDimensionsEditor::FreeDimensionsEditor(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setVerticalSpacing(3);
    m_layout->setColumnStretch(1, 1);
}

void FreeDimensionsEditor::setDimensions(
    const std::vector<FreeDimension>& dimensions, const std::map<std::string, int64_t>& decided)
{
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_boxes.clear();
    m_decided = decided;
    m_given.clear();
    m_chosen.clear();
    m_meanings.clear();
    m_rows.clear();
    m_dimensions = dimensions;
    for (const FreeDimension& dimension : m_dimensions)
        add(dimension);
    follow();
    const bool isShort =
        std::all_of(dimensions.begin(), dimensions.end(), [](const FreeDimension& dimension) {
            return fromUtf8(shortened(dimension.symbol)).size() <= shortName;
        });
    m_mostColumns = isShort ? 2 : 1;
    m_columns = 0;
    arrange(m_mostColumns);
}

QSize FreeDimensionsEditor::sizeHint() const
{
    return {widthOf(m_mostColumns), QWidget::sizeHint().height()};
}

QSize FreeDimensionsEditor::minimumSizeHint() const
{
    return {widthOf(1), QWidget::minimumSizeHint().height()};
}

int FreeDimensionsEditor::widthOf(int columns) const
{
    int labels = 0;
    int boxes = 0;
    for (const auto& [label, box] : m_rows) {
        labels = std::max(labels, label->minimumWidth());
        boxes = std::max(boxes, box->minimumSizeHint().width());
    }
    const int gap = m_layout->horizontalSpacing();
    return columns * (labels + gap + boxes) + (columns - 1) * gap;
}

void FreeDimensionsEditor::arrange(int columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    int place = 0;
    for (const auto& [label, box] : m_rows) { // moves them
        m_layout->addWidget(label, place / columns, place % columns * 2);
        m_layout->addWidget(box, place / columns, place % columns * 2 + 1);
        ++place;
    }
    m_layout->setColumnStretch(3, columns > 1 ? 1 : 0);
    updateGeometry();
}

void FreeDimensionsEditor::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange(event->size().width() < widthOf(m_mostColumns) ? 1 : m_mostColumns);
}

void FreeDimensionsEditor::add(const FreeDimension& dimension)
{
    auto* box = new QSpinBox(this);
    new widgets::WheelGuard(*box);
    // From none at all, as a decoder's first step has of the past.
    box->setRange(0, std::numeric_limits<int>::max());
    box->setKeyboardTracking(false);
    box->setGroupSeparatorShown(true);
    // A file may name it anything.
    const QString symbol = widgets::shownName(fromUtf8(shortened(dimension.symbol)));
    QStringList inputs;
    for (size_t i = 0; i < std::min(dimension.inputs.size(), namedInputs); ++i)
        inputs.append(widgets::shownName(fromUtf8(shortened(dimension.inputs[i]))));
    if (inputs.size() < static_cast<qsizetype>(dimension.inputs.size()))
        inputs.append(QStringLiteral("…"));
    const QString meaning = tr("Size of %1 in %2").arg(symbol, inputs.join(QStringLiteral(", ")));
    m_meanings.emplace(dimension.symbol, meaning);
    showTip(*box, meaning);
    box->setAccessibleName(tr("Free dimension %1").arg(symbol));
    auto* label = new widgets::ElidingLabel(Qt::ElideMiddle, this);
    label->setText(symbol);
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    label->setMinimumWidth(
        std::min(label->sizeHint().width(), lettersThatStay * fontMetrics().averageCharWidth()));
    m_rows.emplace_back(label, box);
    m_boxes.emplace(dimension.symbol, box);
    connect(box, &QSpinBox::valueChanged, this, [this, chosen = dimension.symbol](int size) {
        m_chosen.insert_or_assign(chosen, size);
        m_given.erase(chosen);
        follow();
        emit edited();
    });
}

void FreeDimensionsEditor::showTip(QSpinBox& box, const QString& meaning) const
{
    box.setToolTip(widgets::plainToolTip(
        m_obstacle.isEmpty() ? meaning : QString(meaning + QLatin1Char('\n') + m_obstacle)));
    box.setAccessibleDescription(m_obstacle);
}

void FreeDimensionsEditor::setObstacle(const QString& obstacle)
{
    if (m_obstacle == obstacle)
        return;
    m_obstacle = obstacle;
    for (const auto& [symbol, box] : m_boxes)
        showTip(*box, m_meanings.at(symbol));
}

std::map<std::string, int64_t> FreeDimensionsEditor::values() const
{
    std::map<std::string, int64_t> result;
    for (const auto& [symbol, box] : m_boxes)
        result.emplace(symbol, box->value());
    return result;
}

void FreeDimensionsEditor::setValues(const std::map<std::string, int64_t>& values)
{
    const std::map<std::string, int64_t> before = this->values();
    for (const auto& [symbol, value] : values) {
        if (!canHold(symbol, value))
            continue;
        m_chosen.insert_or_assign(symbol, value);
        m_given.erase(symbol);
    }
    follow();
    if (this->values() != before)
        emit edited();
}

// What nobody has decided is as the plan and the run would take it beside what somebody has.
void FreeDimensionsEditor::follow()
{
    std::map<std::string, int64_t> sizes = m_given;
    for (const auto& earlier : {m_chosen, m_decided})
        sizes.insert(earlier.begin(), earlier.end());
    std::vector<FreeDimension> followed = m_dimensions;
    followSizes(followed, sizes);
    for (const FreeDimension& dimension : followed) {
        QSpinBox* box = m_boxes.at(dimension.symbol);
        const auto decided = sizes.find(dimension.symbol);
        const int64_t size = decided == sizes.end() ? dimension.suggested : decided->second;
        const QSignalBlocker isNoEdit(box);
        box->setValue(static_cast<int>(std::clamp<int64_t>(size, box->minimum(), box->maximum())));
    }
}

bool FreeDimensionsEditor::canHold(const std::string& symbol, int64_t value) const
{
    const auto found = m_boxes.find(symbol);
    return found != m_boxes.end() && value >= found->second->minimum() && value <= found->second->maximum();
}

bool FreeDimensionsEditor::giveValues(const std::map<std::string, int64_t>& values)
{
    const std::map<std::string, int64_t> before = this->values();
    m_given.clear();
    for (const auto& [symbol, value] : values) {
        if (canHold(symbol, value))
            m_given.emplace(symbol, value);
    }
    follow();
    return this->values() != before;
}

} // namespace weightless::ui
