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

// A place in a file ("weights.onnx_data @ 361902") in a width: the file's name gives way, as a number that
// lacks digits is another one.
[[nodiscard]] QString elidedPlace(const QString& place, const QFontMetrics& metrics, int width);

// Draws a column of such names, or of such places, as shownName() says.
class NameDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using Elision = QString (*)(const QString& text, const QFontMetrics& metrics, int width);

    explicit NameDelegate(QObject* parent, Elision elision = elidedName);

    QString displayText(const QVariant& value, const QLocale& locale) const override;
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Elision m_elision;
};

} // namespace weightless::widgets
