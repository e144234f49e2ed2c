// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/chartpicturedialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

namespace weightless::ui {

ChartPictureDialog::ChartPictureDialog(const QSize& shown, const QSize& chosenBefore, QWidget* parent)
    : QDialog(parent)
    , m_usual(new QComboBox(this))
    , m_width(new QSpinBox(this))
    , m_height(new QSpinBox(this))
{
    setWindowTitle(tr("Save the chart as a picture"));
    if (!shown.isEmpty())
        m_usual->addItem(tr("as it is shown"), shown);
    m_usual->addItem(tr("a slide"), QSize(1920, 1080));
    m_usual->addItem(tr("a large slide"), QSize(3840, 2160));
    m_usual->addItem(tr("a column of a paper"), QSize(1200, 800));
    m_usual->addItem(tr("another size"), QSize());
    m_usual->setAccessibleName(tr("Usual sizes"));
    m_width->setAccessibleName(tr("Width in pixels"));
    m_height->setAccessibleName(tr("Height in pixels"));
    for (QSpinBox* box : {m_width, m_height}) {
        box->setSuffix(tr(" px"));
        connect(box, &QSpinBox::valueChanged, this, [this] {
            const QSignalBlocker blocker(m_usual);
            const int known = m_usual->findData(size());
            m_usual->setCurrentIndex(known < 0 ? m_usual->count() - 1 : known);
        });
    }
    m_width->setRange(320, 16'384);
    m_height->setRange(200, 16'384);
    auto* form = new QFormLayout(this);
    form->addRow(tr("&Size:"), m_usual);
    form->addRow(tr("&Width:"), m_width);
    form->addRow(tr("&Height:"), m_height);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Choose File…"));
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_usual, &QComboBox::activated, this, &ChartPictureDialog::choose);
    constexpr QSize usual(1200, 675);
    const QSize first = !chosenBefore.isEmpty() ? chosenBefore : shown.isEmpty() ? usual : shown;
    m_width->setValue(first.width());
    m_height->setValue(first.height());
}

QSize ChartPictureDialog::size() const
{
    return {m_width->value(), m_height->value()};
}

void ChartPictureDialog::choose(int index)
{
    const QSize size = m_usual->itemData(index).toSize();
    if (size.isEmpty()) {
        m_width->setFocus();
        return;
    }
    m_width->setValue(size.width());
    m_height->setValue(size.height());
}

} // namespace weightless::ui
