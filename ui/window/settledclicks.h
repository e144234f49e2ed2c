// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDeadlineTimer>
#include <QObject>
#include <QString>

class QAbstractButton;

namespace weightless::ui {

// Clicks and keys on a button that does one thing now and another one then. What comes within a moment of a
// change was meant for what the button said before, and is ignored.
class SettledClicks : public QObject {
    Q_OBJECT

public:
    static constexpr int settleMs = 500;

    explicit SettledClicks(QAbstractButton& button); // which owns this

    // What a click does from now on, before the button is enabled for it. One that could not be pressed until
    // now has said nothing that it could be confused with.
    void setMeaning(const QString& meaning);

signals:
    void clicked(); // for what the button says

private:
    QAbstractButton& m_button;
    QString m_meaning;
    QDeadlineTimer m_settling; // runs while clicks are ignored
    bool m_isAimed = false; // what is being pressed said the same before it was
};

} // namespace weightless::ui
