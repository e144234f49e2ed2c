// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace weightless::widgets {
class ElidingLabel;
}

namespace weightless::ui {

// Something that happened and what could be done about it. It waits; it does not interrupt.
struct Notice {
    QString id; // one notice of a kind at a time
    QString icon; // of resources/icons
    QString text;
    QString actionText = {}; // none: there is nothing to do
    std::function<void()> run = {};
};

// One line above the workspace that shows the newest notice, until it is done with or put away.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    // Takes the place of an earlier one of the same kind.
    void post(Notice notice);
    void withdraw(const QString& id);
    void withdrawAll();
    [[nodiscard]] QString shownId() const { return m_notices.empty() ? QString() : m_notices.back().id; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showNewest();

    std::vector<Notice> m_notices;
    QLabel* m_icon;
    widgets::ElidingLabel* m_text;
    QPushButton* m_action;
    QToolButton* m_close;
};

} // namespace weightless::ui
