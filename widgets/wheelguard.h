// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace weightless::widgets {

// Leaves the wheel to the panel around a field as long as the field has not the keyboard: whoever scrolls the
// panel changes nothing that comes under the pointer.
class WheelGuard : public QObject {
    Q_OBJECT

public:
    // The field owns its guard.
    explicit WheelGuard(QWidget& field);
    // Guards the lists, numbers and sliders that are on a page now.
    static void guardFieldsOf(const QWidget& page);

    [[nodiscard]] bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace weightless::widgets
