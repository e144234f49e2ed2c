// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/guidedialog.h"

#include "ui/help/explanations.h"
#include "ui/style/screenroom.h"
#include "ui/window/icons.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFile>
#include <QPainter>
#include <QSvgRenderer>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace weightless::ui {

namespace {

constexpr QSize pictureSize(600, 190);

// Black is the text's colour, as in icons.
QImage pictureIn(const QColor& text, qreal pixelRatio)
{
    registerResources();
    QFile file(QStringLiteral(":/pictures/hollow.svg"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray svg = file.readAll();
    svg.replace("#000000", text.name().toLatin1());
    QImage image(pictureSize * pixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    QSvgRenderer(svg).render(&painter, QRectF(QPointF(), pictureSize));
    return image;
}

} // namespace

GuideDialog::GuideDialog(QWidget* parent)
    : QDialog(parent)
    , m_browser(new QTextBrowser(this))
{
    setWindowTitle(tr("Guide"));
    resizeOnScreen(*this, {720, 640});
    m_browser->setAccessibleName(tr("Guide"));
    m_browser->document()->setDocumentMargin(16);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_browser);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    fill();
}

void GuideDialog::fill()
{
    m_browser->document()->addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("picture:hollow")),
        pictureIn(palette().color(QPalette::Text), devicePixelRatioF()));
    m_browser->setHtml(Explanations::guide());
}

void GuideDialog::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        fill();
    QDialog::changeEvent(event);
}

} // namespace weightless::ui
