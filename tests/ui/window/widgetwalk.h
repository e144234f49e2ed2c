// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTranslator>
#include <QWidget>

namespace weightless::ui {

// What a user would see as broken in what is shown of `window`: siblings over each other, text that is cut
// and not elided, widgets with less room than they need, controls without a name. One line each, naming the
// widget.
[[nodiscard]] QStringList faultsOf(const QWidget& window);

// Every text of the program 40 % longer, with accents: what other languages do to a layout.
class PseudoTranslator : public QTranslator {
    Q_OBJECT

public:
    [[nodiscard]] QString translate(
        const char* context, const char* source, const char* disambiguation, int n) const override;
    [[nodiscard]] bool isEmpty() const override { return false; }
};

} // namespace weightless::ui
