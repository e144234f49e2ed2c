// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace weightless::widgets {

// One line of plain text that gives way: what does not fit is elided and stands in the tooltip. It never
// widens what it lies in.
class ElidingLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidingLabel(Qt::TextElideMode mode, QWidget* parent = nullptr);

    // What is shown where the whole text has no room, or nothing where that has none either; empty: the text,
    // elided. Until the next setWords().
    void setWords(const QString& text, const QString& shorter);
    [[nodiscard]] QString shownText() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode;
    QString m_shorter;
};

} // namespace weightless::widgets
