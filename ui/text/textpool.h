// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

namespace weightless::ui {

// Texts that repeat (types, shapes, operators, files): equal ones share one block of memory, which a model of
// fifty thousand nodes feels.
class TextPool {
public:
    [[nodiscard]] QString shared(const QString& text)
    {
        return text.isEmpty() ? text : *m_texts.insert(text);
    }

private:
    QSet<QString> m_texts;
};

} // namespace weightless::ui
