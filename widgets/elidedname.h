// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QFontMetrics;

namespace weightless::widgets {

// A name of scopes ("down_blocks.0.resnets.1.conv1.weight") in a width. Where it does not fit, the words of
// its scopes are cut, the longest first, and their numbers stay: "down….0.resn….1.conv1.weight". An ellipsis
// at one place would hide the same parts of all names, and those that are left look alike.
[[nodiscard]] QString elidedName(const QString& name, const QFontMetrics& metrics, int width);

// Draws a column of such names.
class NameDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace weightless::widgets
