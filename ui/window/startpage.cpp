// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/startpage.h"

#include "ui/window/icons.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace weightless::ui {

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_hint(new QLabel(this))
    , m_cancel(new QPushButton(icon(QStringLiteral("stop")), tr("Cancel"), this))
    , m_recent(new QVBoxLayout)
{
    auto* picture = new QLabel(this);
    picture->setPixmap(programIcon().pixmap(72, 72));
    picture->setAlignment(Qt::AlignCenter);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    auto* open = new QPushButton(icon(QStringLiteral("open")), tr("&Open a model…"), this);
    open->setAccessibleName(tr("Open a model"));
    auto* demo = new QPushButton(tr("&Write a demo model…"), this);
    demo->setAccessibleName(tr("Write a demo model"));
    m_cancel->setAccessibleName(tr("Cancel opening"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(open);
    buttons->addWidget(demo);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(picture);
    layout->addWidget(m_hint);
    layout->addWidget(m_cancel, 0, Qt::AlignCenter);
    layout->addSpacing(8);
    layout->addLayout(buttons);
    layout->addSpacing(8);
    layout->addLayout(m_recent);
    layout->addStretch(3);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(demo, &QPushButton::clicked, this, &StartPage::demoRequested);
    connect(m_cancel, &QPushButton::clicked, this, &StartPage::cancelRequested);
    setOpening({});
}

void StartPage::setOpening(const QString& name)
{
    m_hint->setText(name.isEmpty()
            ? tr("Open an ONNX model, or drop one here. Its structure is read at once; its weights are not.")
            : tr("Reading the structure of %1…").arg(name));
    m_cancel->setVisible(!name.isEmpty());
}

void StartPage::setRecentFiles(const QStringList& paths)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const QString& path : paths.mid(0, 5)) {
        auto* button = new QPushButton(this);
        button->setFlat(true);
        button->setText(QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&")));
        button->setToolTip(path);
        button->setAccessibleName(tr("Open %1").arg(path));
        m_recent->addWidget(button, 0, Qt::AlignCenter);
        connect(button, &QPushButton::clicked, this, [this, path] { emit fileRequested(path); });
    }
}

} // namespace weightless::ui
