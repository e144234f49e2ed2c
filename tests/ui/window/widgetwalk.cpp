// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/widgetwalk.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

namespace weightless::ui {

namespace {

QString nameOf(const QWidget& widget)
{
    QString name = QString::fromLatin1(widget.metaObject()->className());
    if (!widget.accessibleName().isEmpty())
        name += QStringLiteral(" '%1'").arg(widget.accessibleName());
    else if (!widget.objectName().isEmpty())
        name += QLatin1Char(' ') + widget.objectName();
    const QRect place = widget.geometry();
    return name
        + QStringLiteral(" (%1,%2 %3×%4)")
              .arg(place.x())
              .arg(place.y())
              .arg(place.width())
              .arg(place.height());
}

bool isSeen(const QWidget& widget)
{
    return widget.isVisible() && !widget.size().isEmpty() && !widget.visibleRegion().isEmpty();
}

// Parts that Qt itself puts into its widgets.
bool isInner(const QWidget& widget)
{
    const QWidget* parent = widget.parentWidget();
    return widget.objectName().startsWith(QLatin1String("qt_")) || widget.inherits("QHeaderView")
        || widget.inherits("QTableCornerButton") || widget.inherits("QComboBoxListView") || !parent
        || qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent)
        || qobject_cast<const QLineEdit*>(parent) || qobject_cast<const QTabBar*>(parent)
        || (qobject_cast<const QDockWidget*>(parent) && qobject_cast<const QAbstractButton*>(&widget));
}

bool isControl(const QWidget& widget)
{
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QLineEdit*>(&widget)
        || qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget)
        || qobject_cast<const QAbstractItemView*>(&widget) || qobject_cast<const QProgressBar*>(&widget);
}

// Children of these lie over each other on purpose, or are placed by Qt.
bool arrangesItself(const QWidget& parent)
{
    return qobject_cast<const QAbstractScrollArea*>(&parent) || qobject_cast<const QTabBar*>(&parent)
        || qobject_cast<const QLineEdit*>(&parent) || qobject_cast<const QComboBox*>(&parent)
        || qobject_cast<const QAbstractSpinBox*>(&parent)
        || (parent.parentWidget() && qobject_cast<const QAbstractScrollArea*>(parent.parentWidget())
            && !parent.layout())
        || !parent.layout();
}

void findOverlaps(const QWidget& parent, QStringList& faults)
{
    if (arrangesItself(parent))
        return;
    QList<const QWidget*> children;
    for (const QObject* child : parent.children()) {
        const auto* widget = qobject_cast<const QWidget*>(child);
        if (widget && !widget->isWindow() && isSeen(*widget) && !widget->inherits("QRubberBand"))
            children.append(widget);
    }
    for (qsizetype i = 0; i < children.size(); ++i) {
        for (qsizetype j = i + 1; j < children.size(); ++j) {
            if (children[i]->geometry().intersects(children[j]->geometry()))
                faults.append(
                    QStringLiteral("%1 lies over %2").arg(nameOf(*children[i]), nameOf(*children[j])));
        }
    }
}

bool isCut(const QLabel& label)
{
    if (label.inherits("weightless::widgets::ElidingLabel") || label.text().isEmpty())
        return false;
    if (label.wordWrap())
        return label.heightForWidth(label.width()) > label.height() + 1;
    return label.sizeHint().width() > label.width() + 1 || label.sizeHint().height() > label.height() + 1;
}

void findCutTabs(const QTabBar& bar, QStringList& faults)
{
    for (int i = 0; i < bar.count(); ++i) {
        const QRect tab = bar.tabRect(i);
        const int needed = bar.fontMetrics().size(Qt::TextShowMnemonic, bar.tabText(i)).width();
        if (bar.isTabVisible(i) && (tab.width() < needed || tab.right() > bar.width()))
            faults.append(QStringLiteral("tab '%1' of %2 is cut").arg(bar.tabText(i), nameOf(bar)));
    }
}

void findCutText(const QWidget& widget, QStringList& faults)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (isCut(*label))
            faults.append(QStringLiteral("'%1' is cut in %2").arg(label->text().left(60), nameOf(widget)));
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        const bool elides = widget.inherits("weightless::widgets::CapacityBar");
        if (!elides && button->sizeHint().width() > button->width() + 1)
            faults.append(QStringLiteral("'%1' is cut in %2").arg(button->text(), nameOf(widget)));
    } else if (const auto* box = qobject_cast<const QGroupBox*>(&widget)) {
        if (box->fontMetrics().horizontalAdvance(box->title()) > box->width())
            faults.append(QStringLiteral("title '%1' is cut in %2").arg(box->title(), nameOf(widget)));
    } else if (const auto* bar = qobject_cast<const QTabBar*>(&widget)) {
        findCutTabs(*bar, faults);
    }
}

void findWant(const QWidget& widget, QStringList& faults)
{
    if (const auto* progress = qobject_cast<const QProgressBar*>(&widget);
        progress && !progress->isTextVisible())
        return; // a line as thin as it was made
    // What a widget was told to manage with counts for more than what it would like to have.
    const QSize hint = widget.minimumSizeHint();
    const QSize least(widget.minimumWidth() > 0 ? widget.minimumWidth() : hint.width(),
        widget.minimumHeight() > 0 ? widget.minimumHeight() : hint.height());
    const bool gives = widget.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored
        || widget.sizePolicy().verticalPolicy() == QSizePolicy::Ignored;
    if (!gives && !qobject_cast<const QLabel*>(&widget) && !qobject_cast<const QTabBar*>(&widget)
        && (least.width() > widget.width() + 1 || least.height() > widget.height() + 1))
        faults.append(QStringLiteral("%1 needs %2×%3 at least")
                          .arg(nameOf(widget))
                          .arg(least.width())
                          .arg(least.height()));
}

void findNameless(const QWidget& widget, QStringList& faults)
{
    if (!isControl(widget))
        return;
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&widget));
    if (!face || face->text(QAccessible::Name).isEmpty())
        faults.append(QStringLiteral("%1 has no accessible name").arg(nameOf(widget)));
}

} // namespace

QStringList faultsOf(const QWidget& window)
{
    QStringList faults;
    findOverlaps(window, faults);
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (widget->window() != &window || !isSeen(*widget))
            continue;
        findOverlaps(*widget, faults);
        if (isInner(*widget))
            continue;
        findCutText(*widget, faults);
        findWant(*widget, faults);
        findNameless(*widget, faults);
    }
    return faults;
}

QString PseudoTranslator::translate(const char*, const char* source, const char*, int) const
{
    const QString text = QString::fromUtf8(source);
    if (text.isEmpty())
        return text;
    QString longer = text;
    longer.replace(QLatin1Char('a'), QChar(0x00e5)).replace(QLatin1Char('o'), QChar(0x00f6));
    // Rich text and places for arguments stay what they are.
    if (text.contains(QLatin1Char('<')))
        longer = text;
    const qsizetype extra = text.size() * 2 / 5;
    return longer + QString(extra, QLatin1Char('~'));
}

} // namespace weightless::ui
