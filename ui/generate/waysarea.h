// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QLabel;

namespace weightless::ui {

class GenerationWays;

// What each way of loading held: one in a sentence, several beside each other. It gets a row with each way,
// and scrolls from some on: a page must not grow with them. The latest one is in view until the user scrolls.
class WaysArea : public QScrollArea {
    Q_OBJECT

public:
    // `name`: for assistive technologies.
    explicit WaysArea(const QString& name, QWidget* parent = nullptr);

    void setWays(const GenerationWays& ways);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int heightOfRows(int rows) const;
    void showLatest();

    QLabel* m_text;
    int m_rows = 0; // of the table, with its heading; 0: there is a sentence
    int m_latestRow = 0; // 0: none is to be brought into view
};

} // namespace weightless::ui
