// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/windowstyle.h"

#include "ui/style/shapes.h"
#include "ui/window/icons.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHash>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyleOption>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace weightless::ui {

namespace {

constexpr int controlHeight = 28; // of buttons, fields and choices beside each other

bool isDefaultButton(const QStyleOption* option)
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    return button && button->features & QStyleOptionButton::DefaultButton;
}

void drawCheck(const QStyleOption& option, QPainter& painter, bool isRound)
{
    const QPalette& palette = option.palette;
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isMarked = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const QRect rect = option.rect.adjusted(1, 1, -1, -1);
    const qreal corner = isRound ? rect.height() / 2.0 : 3;
    const QColor accent = palette.color(QPalette::Highlight);
    const QColor border = palette.color(isEnabled ? QPalette::Shadow : QPalette::Mid);
    // On a row that is selected the accent is what lies behind it.
    const bool isOnAccent = option.state & QStyle::State_Selected;
    shapes::box(painter, rect, isMarked && !isOnAccent ? accent : palette.color(QPalette::Base),
        isMarked && !isOnAccent ? accent : border, corner);
    const QColor mark = palette.color(isOnAccent ? QPalette::Text : QPalette::HighlightedText);
    if (isRound && isMarked) {
        const int inset = rect.width() / 3;
        shapes::box(painter, rect.adjusted(inset, inset, -inset, -inset), mark, Qt::transparent, corner);
    } else if (option.state & QStyle::State_NoChange) {
        painter.fillRect(QRect(rect.left() + 4, rect.center().y(), rect.width() - 8, 2), mark);
    } else if (isMarked) {
        shapes::tick(painter, rect, mark);
    }
}

void drawPushButton(const QStyleOption& option, QPainter& painter)
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    const bool isFlat = button && button->features & QStyleOptionButton::Flat;
    const bool isActive = option.state
        & (QStyle::State_MouseOver | QStyle::State_Sunken | QStyle::State_On | QStyle::State_HasFocus);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    if (isDefaultButton(&option) && isEnabled) {
        QColor face = option.palette.color(QPalette::Highlight);
        if (option.state & QStyle::State_Sunken)
            face = face.darker(115);
        else if (option.state & QStyle::State_MouseOver)
            face = face.lighter(108);
        shapes::box(painter, option.rect, face, face);
        if (option.state & QStyle::State_HasFocus)
            shapes::box(painter, option.rect.adjusted(2, 2, -2, -2), Qt::transparent,
                option.palette.color(QPalette::HighlightedText), shapes::radius - 1);
        return;
    }
    if (!isFlat || (isEnabled && isActive))
        shapes::box(painter, option.rect, shapes::faceOf(option), shapes::borderOf(option));
    if (isEnabled && option.state & QStyle::State_HasFocus)
        shapes::focusRing(painter, option.rect, option.palette);
}

void drawToolButton(const QStyleOption& option, QPainter& painter)
{
    const bool isActive = option.state & (QStyle::State_MouseOver | QStyle::State_Sunken | QStyle::State_On);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    if (isEnabled && (isActive || !(option.state & QStyle::State_AutoRaise)))
        shapes::box(painter, option.rect, shapes::faceOf(option),
            option.state & QStyle::State_AutoRaise ? QColor(Qt::transparent) : shapes::borderOf(option));
    if (isEnabled && option.state & QStyle::State_HasFocus)
        shapes::focusRing(painter, option.rect, option.palette);
}

// Lies over the cell that it edits, whose text must not shine through.
bool isCellEditor(const QWidget* widget)
{
    const QWidget* viewport = widget ? widget->parentWidget() : nullptr;
    return viewport && qobject_cast<const QAbstractItemView*>(viewport->parentWidget());
}

bool isScrolled(const QWidget* widget)
{
    return qobject_cast<const QAbstractScrollArea*>(widget) != nullptr;
}

// Fusion's border is a darker window, which cannot be told from a dark one.
void drawMenuPanel(const QStyleOption& option, QPainter& painter)
{
    painter.save();
    painter.setPen(option.palette.color(QPalette::Shadow));
    painter.setBrush(option.palette.color(QPalette::Base).lighter(108));
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    painter.restore();
}

void drawField(const QStyleOption& option, QPainter& painter)
{
    const bool isEnabled = option.state & QStyle::State_Enabled;
    shapes::box(painter, option.rect, option.palette.color(isEnabled ? QPalette::Base : QPalette::Window),
        shapes::borderOf(option));
    if (isEnabled && option.state & QStyle::State_HasFocus)
        shapes::focusRing(painter, option.rect, option.palette);
}

} // namespace

WindowStyle::WindowStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void WindowStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const QPalette& palette = option->palette;
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheck(*option, *painter, false);
    case PE_IndicatorRadioButton:
        return drawCheck(*option, *painter, true);
    case PE_PanelButtonCommand:
        return drawPushButton(*option, *painter);
    case PE_PanelButtonTool:
    case PE_IndicatorButtonDropDown:
        return drawToolButton(*option, *painter);
    case PE_PanelLineEdit:
        // Inside of a spin box or a choice the frame is theirs.
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame && frame->lineWidth > 0)
            drawField(*option, *painter);
        else if (isCellEditor(widget))
            painter->fillRect(option->rect, palette.color(QPalette::Base));
        return;
    case PE_FrameLineEdit:
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
    case PE_PanelStatusBar:
    case PE_FrameTabBarBase:
    case PE_FrameDockWidget:
    case PE_FrameGroupBox: // its title says enough
        return;
    case PE_FrameFocusRect:
        // Buttons, fields and lists draw their own; what is current in a list is seen by its colour.
        if (!qobject_cast<const QAbstractItemView*>(widget))
            shapes::focusRing(*painter, option->rect, palette);
        return;
    case PE_Frame:
    case PE_FrameTabWidget:
        shapes::box(*painter, option->rect,
            isScrolled(widget) ? palette.color(QPalette::Base) : QColor(Qt::transparent),
            palette.color(QPalette::Mid));
        if (isScrolled(widget) && option->state & State_HasFocus)
            shapes::focusRing(*painter, option->rect, palette);
        return;
    case PE_PanelScrollAreaCorner:
        painter->fillRect(option->rect, palette.color(QPalette::Window));
        return;
    case PE_PanelMenu:
        drawMenuPanel(*option, *painter);
        return;
    case PE_FrameMenu: // of the panel, which has one
        return;
    case PE_PanelTipLabel:
        painter->setPen(palette.color(QPalette::Mid));
        painter->setBrush(palette.color(QPalette::ToolTipBase));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_IndicatorArrowDown:
        return shapes::chevron(*painter, option->rect, Qt::DownArrow, palette.color(QPalette::ButtonText));
    case PE_IndicatorArrowUp:
        return shapes::chevron(*painter, option->rect, Qt::UpArrow, palette.color(QPalette::ButtonText));
    case PE_IndicatorArrowLeft:
        return shapes::chevron(*painter, option->rect, Qt::LeftArrow, palette.color(QPalette::ButtonText));
    case PE_IndicatorArrowRight:
        return shapes::chevron(*painter, option->rect, Qt::RightArrow, palette.color(QPalette::ButtonText));
    case PE_IndicatorBranch:
        if (option->state & State_Children)
            shapes::chevron(*painter, option->rect,
                option->state & State_Open                 ? Qt::DownArrow
                    : option->direction == Qt::RightToLeft ? Qt::LeftArrow
                                                           : Qt::RightArrow,
                palette.color(option->state & State_Selected ? QPalette::HighlightedText : QPalette::Text));
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return 8;
    case PM_DefaultFrameWidth: // of lists and texts the width of the ring around what has the keyboard
        return isScrolled(widget) ? 2 : 1;
    case PM_ComboBoxFrameWidth:
    case PM_SpinBoxFrameWidth:
        return 1;
    case PM_ScrollBarExtent:
        return 12;
    case PM_ScrollBarSliderMin:
        return 32;
    case PM_ScrollView_ScrollBarSpacing:
    case PM_ScrollView_ScrollBarOverlap:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_ToolBarItemMargin:
    case PM_ToolBarFrameWidth:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_TabBarTabHSpace:
        return 24;
    case PM_TabBarTabVSpace:
        return 14;
    case PM_DockWidgetTitleMargin:
        return 7;
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return 5;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return 18;
    case PM_HeaderMargin:
        return 6;
    case PM_ToolBarItemSpacing:
        return 8;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WindowStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const
{
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons: // the desktop's are coloured, and of another set
    case SH_EtchDisabledText:
    case SH_DockWidget_ButtonsHaveFrame:
    case SH_ComboBox_Popup:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_Table_GridLineColor:
        return static_cast<int>((option ? option->palette : QPalette()).color(QPalette::Mid).rgb());
    case SH_ToolTip_WakeUpDelay:
        return 500;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize WindowStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        result.setWidth(result.width() + 8);
        [[fallthrough]];
    case CT_LineEdit:
    case CT_SpinBox:
        result.setHeight(std::max(result.height(), controlHeight));
        break;
    case CT_ComboBox:
        result.setHeight(std::max(result.height(), controlHeight));
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            // Its longest entry is shown whole.
            QStyleOptionComboBox fitted = *combo;
            fitted.rect = QRect(QPoint(), result);
            const QRect field = subControlRect(CC_ComboBox, &fitted, SC_ComboBoxEditField, widget);
            result.rwidth() += std::max(0, size.width() + comboTextMargin - field.width());
        }
        break;
    case CT_ToolButton:
        result = result.expandedTo(QSize(controlHeight, controlHeight));
        break;
    case CT_ItemViewItem:
        result.rheight() += 6;
        break;
    case CT_HeaderSection:
        // Rows are as high as what stands in them.
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
            header && header->orientation == Qt::Horizontal)
            result.setHeight(std::max(result.height(), controlHeight));
        break;
    case CT_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
            item && item->menuItemType != QStyleOptionMenuItem::Separator)
            result.setHeight(std::max(result.height(), controlHeight - 2));
        else if (item && !item->text.isEmpty()) // what a part of a menu is called, between lines
            result =
                result.expandedTo({item->fontMetrics.horizontalAdvance(item->text) + 32, controlHeight - 2});
        break;
    case CT_MenuBarItem:
        result += QSize(4, 4);
        break;
    default:
        break;
    }
    return result;
}

// Of our set, in the colour of the text, wherever Qt would bring its own.
QIcon WindowStyle::standardIcon(StandardPixmap name, const QStyleOption* option, const QWidget* widget) const
{
    static const QHash<int, const char*> names {{SP_TitleBarCloseButton, "close"},
        {SP_DockWidgetCloseButton, "close"}, {SP_LineEditClearButton, "close"},
        {SP_TitleBarNormalButton, "float"}, {SP_MessageBoxInformation, "information"},
        {SP_MessageBoxWarning, "warning"}, {SP_MessageBoxCritical, "error"}, {SP_MessageBoxQuestion, "help"},
        {SP_ToolBarHorizontalExtensionButton, "down"},
        // Of the file dialog, where the desktop has none.
        {SP_FileDialogBack, "back"}, {SP_ArrowBack, "back"}, {SP_ArrowLeft, "back"},
        {SP_ArrowForward, "forward"}, {SP_ArrowRight, "forward"}, {SP_ArrowUp, "up"}, {SP_ArrowDown, "down"},
        {SP_FileDialogToParent, "up"}, {SP_FileDialogNewFolder, "new-folder"},
        {SP_FileDialogListView, "list"}, {SP_FileDialogContentsView, "list"},
        {SP_FileDialogDetailedView, "table"}, {SP_FileDialogInfoView, "information"}, {SP_DirIcon, "folder"},
        {SP_DirOpenIcon, "folder"}, {SP_DirClosedIcon, "folder"}, {SP_DirLinkIcon, "folder"},
        {SP_DirHomeIcon, "folder"}, {SP_DesktopIcon, "folder"}, {SP_FileIcon, "model"},
        {SP_FileLinkIcon, "model"}, {SP_TrashIcon, "clear"}, {SP_ComputerIcon, "drive"},
        {SP_DriveHDIcon, "drive"}, {SP_DriveCDIcon, "drive"}, {SP_DriveDVDIcon, "drive"},
        {SP_DriveFDIcon, "drive"}, {SP_DriveNetIcon, "globe"}};
    const char* ours = names.value(name);
    return ours != nullptr ? icon(QString::fromLatin1(ours))
                           : QProxyStyle::standardIcon(name, option, widget);
}

void WindowStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    // States that a flat look shows by colour need to know of the pointer.
    if (qobject_cast<QTabBar*>(widget) || qobject_cast<QScrollBar*>(widget)
        || qobject_cast<QComboBox*>(widget) || qobject_cast<QPushButton*>(widget)
        || qobject_cast<QHeaderView*>(widget) || qobject_cast<QAbstractSpinBox*>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

} // namespace weightless::ui
