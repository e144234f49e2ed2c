// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settledclicks.h"

#include <QAbstractButton>

#include <utility>

namespace weightless::ui {

SettledClicks::SettledClicks(QAbstractButton& button)
    : QObject(&button)
    , m_button(button)
{
    connect(&m_button, &QAbstractButton::pressed, this, [this] { m_isAimed = m_settling.hasExpired(); });
    connect(&m_button, &QAbstractButton::clicked, this, [this] {
        if (std::exchange(m_isAimed, false))
            emit clicked();
    });
}

void SettledClicks::setMeaning(const QString& meaning)
{
    if (m_meaning == meaning)
        return;
    m_meaning = meaning;
    if (!m_button.isEnabled() || !m_button.isVisible())
        return;
    m_isAimed = false; // also of what is pressed now and released later
    m_settling.setRemainingTime(settleMs);
}

} // namespace weightless::ui
