// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>

namespace weightless::widgets {

// Lets a report of progress through as often as an eye follows. One thread.
class ProgressGate {
public:
    ProgressGate() { m_sinceLast.start(); }

    [[nodiscard]] bool opens()
    {
        constexpr int intervalMs = 50;
        if (m_sinceLast.elapsed() < intervalMs)
            return false;
        m_sinceLast.restart();
        return true;
    }

private:
    QElapsedTimer m_sinceLast;
};

} // namespace weightless::widgets
