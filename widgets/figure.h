// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace weightless::widgets {

// One number that matters: what it is, the number large with digits of one width (so that it does not dance
// while it changes), and a note below it. Its size does not depend on its texts; where it
// is low the note loses lines, and is in the tooltip.
class Figure : public QWidget {
    Q_OBJECT

public:
    explicit Figure(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setValue(const QString& value);
    void setNote(const QString& note);
    void setNoteLines(int lines); // that it has room for
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] const QString& value() const { return m_value; }
    [[nodiscard]] const QString& note() const { return m_note; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] double lineHeight() const;
    [[nodiscard]] QFont titleFont() const;
    [[nodiscard]] QFont valueFont() const;
    void drawNote(QPainter& painter, const QRectF& room) const;
    void speak();

    QString m_title;
    QString m_value;
    QString m_note;
    int m_noteLines = 2;
};

} // namespace weightless::widgets
