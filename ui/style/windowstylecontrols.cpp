// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/shapes.h"
#include "ui/style/windowstyle.h"
#include "widgets/mixedcolour.h"

#include <QDockWidget>
#include <QPainter>
#include <QStyleOption>
#include <QTabBar>

#include <algorithm>

namespace weightless::ui {

using widgets::mixedColour;

namespace {

void drawTab(const QStyleOptionTab& tab, QPainter& painter)
{
    const QPalette& palette = tab.palette;
    const bool isSelected = tab.state & QStyle::State_Selected;
    if (!isSelected && tab.state & QStyle::State_MouseOver && tab.state & QStyle::State_Enabled)
        shapes::box(
            painter, tab.rect.adjusted(2, 3, -2, -3), palette.color(QPalette::Midlight), Qt::transparent);
    if (tab.state & QStyle::State_HasFocus)
        shapes::focusRing(painter, tab.rect.adjusted(2, 3, -2, -3), palette);
    if (!isSelected)
        return;
    // The line lies towards what the tab shows.
    const bool isBelow = tab.shape == QTabBar::RoundedSouth || tab.shape == QTabBar::TriangularSouth;
    QRect line(
        tab.rect.left() + 8, isBelow ? tab.rect.top() : tab.rect.bottom() - 2, tab.rect.width() - 16, 3);
    shapes::box(painter, line, palette.color(QPalette::Highlight), Qt::transparent, 1.5);
}

void drawHeaderSection(const QStyleOption& option, QPainter& painter)
{
    const QPalette& palette = option.palette;
    QColor face = palette.color(QPalette::Window);
    if (option.state & QStyle::State_MouseOver)
        face = palette.color(QPalette::Midlight);
    painter.fillRect(option.rect, face);
    painter.setPen(palette.color(QPalette::Mid));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const QPoint inset(0, 6);
    painter.drawLine(option.rect.topRight() + inset, option.rect.bottomRight() - inset);
}

void drawDockTitle(
    const QStyleOptionDockWidget& dock, QPainter& painter, const QStyle& style, const QWidget* widget)
{
    const QPalette& palette = dock.palette;
    const QRect text =
        style.subElementRect(QStyle::SE_DockWidgetTitleBarText, &dock, widget).adjusted(5, 0, 0, 0);
    // The dock's, which follows the text size and is what the height was measured by: the painter's may be
    // the one that the platform has for titles of docks.
    QFont font = widget ? widget->font() : painter.font();
    font.setBold(true);
    painter.save();
    painter.setFont(font);
    painter.setPen(palette.color(QPalette::WindowText));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(dock.title, Qt::ElideRight, text.width()));
    painter.restore();
}

void drawProgress(const QStyleOptionProgressBar& bar, QPainter& painter)
{
    const QRect groove = bar.rect;
    const QColor accent = bar.palette.color(QPalette::Highlight);
    if (bar.minimum == 0 && bar.maximum == 0) { // how long is not known
        shapes::box(painter, groove, mixedColour(bar.palette.color(QPalette::Midlight), accent, 0.45),
            Qt::transparent);
        return;
    }
    const double range = std::max(1.0, static_cast<double>(bar.maximum) - bar.minimum);
    const double share = std::clamp((bar.progress - bar.minimum) / range, 0.0, 1.0);
    QRect filled = groove;
    filled.setWidth(static_cast<int>(groove.width() * share));
    if (bar.direction == Qt::RightToLeft)
        filled.moveRight(groove.right());
    if (filled.width() > 0)
        shapes::box(painter, filled, accent, Qt::transparent);
}

// Light on what is filled and dark on what is not: the text is read wherever the edge is.
void drawProgressText(const QStyleOptionProgressBar& bar, QPainter& painter)
{
    if (!bar.textVisible)
        return;
    const double range = std::max(1.0, static_cast<double>(bar.maximum) - bar.minimum);
    const double share = std::clamp((bar.progress - bar.minimum) / range, 0.0, 1.0);
    QRect filled = bar.rect;
    filled.setWidth(static_cast<int>(bar.rect.width() * share));
    painter.save();
    painter.setPen(bar.palette.color(QPalette::Text));
    painter.drawText(bar.rect, Qt::AlignCenter, bar.text);
    painter.setClipRect(filled);
    painter.setPen(bar.palette.color(QPalette::HighlightedText));
    painter.drawText(bar.rect, Qt::AlignCenter, bar.text);
    painter.restore();
}

void drawMenuBarItem(const QStyleOptionMenuItem& item, QPainter& painter)
{
    painter.fillRect(item.rect, item.palette.color(QPalette::Window));
    if (item.state & QStyle::State_Selected)
        shapes::box(painter, item.rect.adjusted(1, 1, -1, -1), item.palette.color(QPalette::Midlight),
            Qt::transparent);
    painter.setPen(item.palette.color(
        item.state & QStyle::State_Enabled ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    painter.drawText(item.rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, item.text);
}

} // namespace

void WindowStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const QPalette& palette = option->palette;
    switch (element) {
    case CE_TabBarTabShape:
        return drawTab(*static_cast<const QStyleOptionTab*>(option), *painter);
    case CE_HeaderSection:
        return drawHeaderSection(*option, *painter);
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, palette.color(QPalette::Window));
        painter->setPen(palette.color(QPalette::Mid));
        painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        return;
    case CE_DockWidgetTitle:
        return drawDockTitle(*static_cast<const QStyleOptionDockWidget*>(option), *painter, *this, widget);
    case CE_ProgressBarGroove:
        shapes::box(*painter, option->rect, palette.color(QPalette::Midlight), Qt::transparent);
        return;
    case CE_ProgressBarContents:
        return drawProgress(*static_cast<const QStyleOptionProgressBar*>(option), *painter);
    case CE_ProgressBarLabel:
        return drawProgressText(*static_cast<const QStyleOptionProgressBar*>(option), *painter);
    case CE_MenuBarItem:
        return drawMenuBarItem(*static_cast<const QStyleOptionMenuItem*>(option), *painter);
    case CE_MenuBarEmptyArea:
    case CE_ToolBar:
        painter->fillRect(option->rect, palette.color(QPalette::Window));
        if (element == CE_ToolBar) {
            painter->setPen(palette.color(QPalette::Mid));
            painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        }
        return;
    case CE_Splitter:
        painter->setPen(palette.color(QPalette::Mid));
        if (option->rect.width() < option->rect.height())
            painter->drawLine(option->rect.center().x(), option->rect.top(), option->rect.center().x(),
                option->rect.bottom());
        else
            painter->drawLine(option->rect.left(), option->rect.center().y(), option->rect.right(),
                option->rect.center().y());
        return;
    case CE_HeaderLabel: // cut at one end, and so that one sees it
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            QStyleOptionHeader fitted = *header;
            fitted.text = header->fontMetrics.elidedText(header->text, Qt::ElideRight, header->rect.width());
            return QProxyStyle::drawControl(element, &fitted, painter, widget);
        }
        break;
    case CE_ComboBoxLabel:
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            QStyleOptionComboBox fitted = *combo;
            const QRect field = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget);
            const int room = field.width() - comboTextMargin;
            // Eliding counts parts of pixels, what it was fitted to does not.
            if (combo->fontMetrics.horizontalAdvance(combo->currentText) > room)
                fitted.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room);
            return QProxyStyle::drawControl(element, &fitted, painter, widget);
        }
        break;
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            button && button->features & QStyleOptionButton::DefaultButton && button->state & State_Enabled)
            return drawButtonLabel(option, painter);
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

// On the accent: text and icon in the colour that is read there.
void WindowStyle::drawButtonLabel(const QStyleOption* option, QPainter* painter) const
{
    const auto& button = *static_cast<const QStyleOptionButton*>(option);
    constexpr int gap = 6;
    const QFontMetrics metrics(painter->font());
    const int textWidth = metrics.size(Qt::TextShowMnemonic, button.text).width();
    const bool hasIcon = !button.icon.isNull();
    const int width = textWidth + (hasIcon ? button.iconSize.width() + gap : 0);
    QRect rect(button.rect.center().x() - width / 2, button.rect.top(), width, button.rect.height());
    if (hasIcon) {
        const QRect place(rect.left(), rect.center().y() - button.iconSize.height() / 2 + 1,
            button.iconSize.width(), button.iconSize.height());
        button.icon.paint(painter, place, Qt::AlignCenter, QIcon::Selected);
        rect.setLeft(place.right() + gap);
    }
    painter->setPen(button.palette.color(QPalette::HighlightedText));
    const int mnemonic = styleHint(SH_UnderlineShortcut, option, nullptr, nullptr) ? Qt::TextShowMnemonic
                                                                                   : Qt::TextHideMnemonic;
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | mnemonic, button.text);
}

} // namespace weightless::ui
