// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputdelegate.h"

#include "ui/models/inputmodel.h"
#include "ui/window/icons.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QPainter>
#include <QStyleOptionButton>
#include <QToolTip>
#include <QValidator>

#include <algorithm>
#include <functional>
#include <utility>

namespace weightless::ui {

namespace {

bool takesFile(const QModelIndex& index)
{
    const auto kind = static_cast<InputKind>(index.data(InputModel::SourceRole).toInt());
    return kind == InputKind::File || kind == InputKind::Image;
}

// Takes what there is no mistake in; what there is one in may still become right.
class ValueValidator : public QValidator {
public:
    using Mistake = std::function<QString(const QString&)>;

    ValueValidator(Mistake mistake, QObject* parent)
        : QValidator(parent)
        , m_mistake(std::move(mistake))
    {
    }

    State validate(QString& text, int&) const override
    {
        return m_mistake(text).isEmpty() ? Acceptable : Intermediate;
    }

private:
    Mistake m_mistake;
};

const QStyle& styleOf(const QStyleOptionViewItem& item)
{
    return item.widget ? *item.widget->style() : *QApplication::style();
}

QStyleOptionComboBox comboOf(const QStyleOptionViewItem& item)
{
    QStyleOptionComboBox combo;
    combo.rect = item.rect.adjusted(2, 1, -2, -1);
    combo.direction = item.direction;
    combo.fontMetrics = item.fontMetrics;
    combo.palette = item.palette;
    combo.state = item.state & (QStyle::State_Enabled | QStyle::State_Active | QStyle::State_MouseOver);
    if (item.state & QStyle::State_HasFocus)
        combo.state |= QStyle::State_HasFocus;
    combo.subControls = QStyle::SC_All;
    combo.currentText = item.text;
    return combo;
}

} // namespace

QRect InputDelegate::fileButton(const QRect& cell, Qt::LayoutDirection direction)
{
    const QRect inside = cell.adjusted(2, 1, -2, -1);
    const int width = std::min(inside.width(), inside.height() + 4);
    return QStyle::visualRect(
        direction, cell, {inside.right() - width + 1, inside.top(), width, inside.height()});
}

QString InputDelegate::fileFilter(const QModelIndex& index)
{
    const auto kind = static_cast<InputKind>(index.data(InputModel::SourceRole).toInt());
    return kind == InputKind::File
        ? tr("Tensors (*.npy *.pb)")
        : tr("Pictures (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.jp2 *.ppm *.pgm)");
}

QString InputDelegate::askForFile(const QWidget* asking, const QString& path, const QString& filter)
{
    QString chosen = QFileDialog::getOpenFileName(
        asking->window(), tr("Choose a file"), path.isEmpty() ? m_folder : path, filter);
    if (!chosen.isEmpty())
        m_folder = QFileInfo(chosen).path();
    return chosen;
}

void InputDelegate::drawSource(QPainter& painter, const QStyleOptionViewItem& item) const
{
    const QStyle& style = styleOf(item);
    const QStyleOptionComboBox combo = comboOf(item);
    style.drawComplexControl(QStyle::CC_ComboBox, &combo, &painter, item.widget);
    style.drawControl(QStyle::CE_ComboBoxLabel, &combo, &painter, item.widget);
}

void InputDelegate::drawFile(QPainter& painter, const QStyleOptionViewItem& item) const
{
    QStyleOptionButton button;
    button.rect = fileButton(item.rect, item.direction);
    button.direction = item.direction;
    button.fontMetrics = item.fontMetrics;
    button.palette = item.palette;
    button.state = item.state
        & (QStyle::State_Enabled | QStyle::State_Active | QStyle::State_MouseOver | QStyle::State_HasFocus);
    button.state |= QStyle::State_Raised;
    button.icon = icon(QStringLiteral("open"));
    button.iconSize = QSize(16, 16);
    styleOf(item).drawControl(QStyle::CE_PushButton, &button, &painter, item.widget);
}

void InputDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isFile = index.column() == InputModel::Value && takesFile(index);
    if (index.column() != InputModel::Source && !isFile) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    QStyleOptionViewItem behind = item;
    behind.text.clear();
    styleOf(item).drawControl(QStyle::CE_ItemViewItem, &behind, painter, item.widget);
    if (!isFile)
        return drawSource(*painter, item);
    QStyleOptionViewItem text = item;
    const QRect button = fileButton(item.rect, item.direction);
    text.rect =
        QStyle::visualRect(item.direction, item.rect, item.rect.adjusted(0, 0, -(button.width() + 4), 0));
    text.state &= ~QStyle::State_HasFocus;
    text.backgroundBrush = {};
    styleOf(item).drawControl(QStyle::CE_ItemViewItem, &text, painter, item.widget);
    drawFile(*painter, item);
}

QSize InputDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.column() == InputModel::Value && takesFile(index))
        size.rwidth() += size.height() + 12;
    const auto* model = qobject_cast<const InputModel*>(index.model());
    if (index.column() != InputModel::Source || !model)
        return size;
    // Whatever is chosen next, nothing moves.
    int widest = 0;
    for (const auto& choice : model->choices(index.row()))
        widest = std::max(widest, option.fontMetrics.horizontalAdvance(choice.second));
    const QStyleOptionComboBox combo = comboOf(option);
    const QSize contents(widest, option.fontMetrics.height());
    return {
        styleOf(option).sizeFromContents(QStyle::CT_ComboBox, &combo, contents, option.widget).width() + 4,
        size.height()};
}

void InputDelegate::commit(QWidget* editor) const
{
    // Delegates hand their editors back through signals that a const function may not emit otherwise.
    auto* self = const_cast<InputDelegate*>(this);
    emit self->commitData(editor);
    emit self->closeEditor(editor);
}

// A value that cannot be used is said to be none while it is typed, and is not left with Return.
void InputDelegate::checkValue(QLineEdit& line, const QModelIndex& index) const
{
    const auto* model = qobject_cast<const InputModel*>(index.model());
    if (!model)
        return;
    const auto mistake = [model, cell = QPersistentModelIndex(index)](const QString& text) {
        return cell.isValid() ? model->mistakeIn(cell.row(), text) : QString();
    };
    line.setValidator(new ValueValidator(mistake, &line));
    QAction* warning = line.addAction(icon(QStringLiteral("warning")), QLineEdit::TrailingPosition);
    warning->setVisible(false);
    connect(&line, &QLineEdit::textChanged, warning, [&line, warning, mistake](const QString& text) {
        const QString reason = mistake(text);
        warning->setVisible(!reason.isEmpty());
        warning->setToolTip(reason);
        line.setAccessibleDescription(reason);
        line.setToolTip(reason);
        if (!reason.isEmpty() && line.isVisible())
            QToolTip::showText(line.mapToGlobal(QPoint(0, line.height())), reason, &line);
        else
            QToolTip::hideText();
    });
}

QWidget* InputDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    if (index.column() != InputModel::Value)
        return nullptr;
    auto* line = new QLineEdit(parent);
    line->setAccessibleName(tr("Seed, number, text or file of the input"));
    if (static_cast<InputKind>(index.data(InputModel::SourceRole).toInt()) == InputKind::Text) {
        line->setToolTip(tr("Several texts, with ; between them, take turns"));
        return line;
    }
    if (!takesFile(index)) {
        if (static_cast<InputKind>(index.data(InputModel::SourceRole).toInt()) == InputKind::Number)
            line->setPlaceholderText(tr("a number, or as many as there are elements: 1, 2, 3"));
        checkValue(*line, index);
        return line;
    }
    QAction* browse = line->addAction(icon(QStringLiteral("open")), QLineEdit::TrailingPosition);
    browse->setToolTip(tr("Choose a file"));
    connect(browse, &QAction::triggered, this, [this, line, filter = fileFilter(index)] {
        const QString path = const_cast<InputDelegate*>(this)->askForFile(line, line->text(), filter);
        if (path.isEmpty())
            return;
        line->setText(path);
        commit(line);
    });
    return line;
}

void InputDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    if (auto* line = qobject_cast<QLineEdit*>(editor))
        line->setText(index.data(Qt::EditRole).toString());
}

void InputDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* line = qobject_cast<QLineEdit*>(editor))
        model->setData(index, line->text(), Qt::EditRole);
}

} // namespace weightless::ui
