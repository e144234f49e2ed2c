// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/inputdelegate.h"

#include "ui/models/inputmodel.h"
#include "ui/window/icons.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>

namespace weightless::ui {

void InputDelegate::commit(QWidget* editor) const
{
    // Delegates hand their editors back through signals that a const function may not emit otherwise.
    auto* self = const_cast<InputDelegate*>(this);
    emit self->commitData(editor);
    emit self->closeEditor(editor);
}

QWidget* InputDelegate::makeSourceEditor(QWidget* parent, const QModelIndex& index) const
{
    auto* box = new QComboBox(parent);
    box->setAccessibleName(tr("Source of the input"));
    const bool isText = index.data(InputModel::IsTextRole).toBool();
    for (const InputKind kind : isText ? std::vector {InputKind::Text, InputKind::File}
                                       : std::vector {InputKind::Random, InputKind::Zeros, InputKind::Ones,
                                           InputKind::Number, InputKind::File})
        box->addItem(toString(kind), sourceCode(kind));
    for (const ImageRange range :
        {ImageRange::ZeroToOne, ImageRange::MinusOneToOne, ImageRange::Bytes, ImageRange::ImageNet}) {
        if (index.data(InputModel::IsImageRole).toBool())
            box->addItem(toString(InputKind::Image, range), sourceCode(InputKind::Image, range));
    }
    connect(box, &QComboBox::activated, this, [this, box] { commit(box); });
    return box;
}

QWidget* InputDelegate::makeValueEditor(QWidget* parent, const QModelIndex& index) const
{
    auto* line = new QLineEdit(parent);
    line->setAccessibleName(tr("Seed, number, text or file of the input"));
    const auto kind = static_cast<InputKind>(index.data(InputModel::SourceRole).toInt());
    if (kind == InputKind::Text)
        line->setToolTip(tr("Several texts, with ; between them, take turns"));
    if (kind != InputKind::File && kind != InputKind::Image)
        return line;
    const QString filter = kind == InputKind::File ? tr("Tensors (*.npy *.pb)")
                                                   : tr("Pictures (*.png *.jpg *.jpeg *.bmp *.webp *.gif)");
    QAction* browse = line->addAction(icon(QStringLiteral("open")), QLineEdit::TrailingPosition);
    browse->setToolTip(tr("Choose a file"));
    connect(browse, &QAction::triggered, this, [this, line, filter] {
        const QString path =
            QFileDialog::getOpenFileName(line->window(), tr("Choose a file"), line->text(), filter);
        if (path.isEmpty())
            return;
        line->setText(path);
        commit(line);
    });
    return line;
}

QWidget* InputDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    return index.column() == InputModel::Source ? makeSourceEditor(parent, index)
                                                : makeValueEditor(parent, index);
}

void InputDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentIndex(box->findData(index.data(Qt::EditRole)));
        box->showPopup();
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        line->setText(index.data(Qt::EditRole).toString());
    }
}

void InputDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentData(), Qt::EditRole);
    else if (const auto* line = qobject_cast<QLineEdit*>(editor))
        model->setData(index, line->text(), Qt::EditRole);
}

} // namespace weightless::ui
