// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/curvelegend.h"

#include "widgets/flowlayout.h"
#include "widgets/plaintext.h"
#include "widgets/plot/curvelook.h"

#include <QCheckBox>
#include <QLabel>

#include <algorithm>

namespace weightless::widgets {

CurveLegend::CurveLegend(QWidget* parent)
    : QWidget(parent)
{
    setLayout(new FlowLayout(this));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

// Only texts and lines may have changed.
bool CurveLegend::isSameSet(const std::vector<Group>& groups) const
{
    const auto hasSameKeys = [](const Group& a, const Group& b) {
        return std::ranges::equal(a.entries, b.entries, {}, &Entry::key, &Entry::key);
    };
    return std::ranges::equal(m_groups, groups, hasSameKeys);
}

QCheckBox* CurveLegend::boxOf(const Entry& entry, const QString& caption)
{
    const auto found =
        std::ranges::find_if(m_boxes, [&](const QCheckBox* box) { return box->objectName() == entry.key; });
    QCheckBox* box = found == m_boxes.end() ? nullptr : *found;
    if (box == nullptr) {
        box = new QCheckBox(this);
        box->setObjectName(entry.key);
        box->setIconSize(swatchSize);
        connect(box, &QCheckBox::toggled, this, [this, box](bool isOn) {
            for (Group& group : m_groups) {
                for (Entry& each : group.entries)
                    each.isOn = each.key == box->objectName() ? isOn : each.isOn;
            }
            emit toggled(box->objectName(), isOn);
        });
        m_boxes.push_back(box);
    }
    const QSignalBlocker blocker(box);
    box->setText(QString(entry.name).replace(u'&', QStringLiteral("&&")));
    box->setAccessibleName(caption + u' ' + entry.name);
    box->setToolTip(plainToolTip(entry.toolTip));
    box->setIcon(swatch(entry.pen, entry.brush, devicePixelRatioF()));
    box->setChecked(entry.isOn);
    return box;
}

void CurveLegend::setGroups(const std::vector<Group>& groups)
{
    if (m_groups == groups)
        return;
    const bool isSame = isSameSet(groups);
    m_groups = groups;
    if (!isSame) {
        while (QLayoutItem* item = layout()->takeAt(0))
            delete item;
        std::erase_if(m_boxes, [&groups](QCheckBox* box) {
            const bool isKept = std::ranges::any_of(groups, [box](const Group& group) {
                return std::ranges::find(group.entries, box->objectName(), &Entry::key)
                    != group.entries.end();
            });
            if (!isKept)
                delete box;
            return !isKept;
        });
        qDeleteAll(m_captions);
        m_captions.clear();
    }
    QWidget* before = nullptr;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!isSame) {
            m_captions.push_back(new QLabel(this));
            m_captions.back()->setTextFormat(Qt::PlainText);
            layout()->addWidget(m_captions.back());
        }
        m_captions[i]->setText(groups[i].caption);
        for (const Entry& entry : groups[i].entries) {
            QCheckBox* box = boxOf(entry, groups[i].caption);
            m_captions[i]->setMinimumHeight(box->sizeHint().height());
            if (!isSame)
                layout()->addWidget(box);
            if (before != nullptr)
                setTabOrder(before, box);
            before = box;
        }
        m_captions[i]->setVisible(!groups[i].entries.empty());
    }
    updateGeometry();
    keepHeight();
}

// What is around it may ask for no height that goes with a width, and cut off the chart when lines are added.
void CurveLegend::keepHeight()
{
    if (isVisible()) // else its width is nobody's
        setMinimumHeight(heightForWidth(width()));
}

void CurveLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    keepHeight();
}

void CurveLegend::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    keepHeight();
}

} // namespace weightless::widgets
