// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstdint>

class QSpinBox;

namespace weightless::ui {

// Asks which element of a batch is shown; of one it asks nothing, and is hidden.
class BatchBar : public QWidget {
    Q_OBJECT

public:
    BatchBar(const QString& label, const QString& accessibleName, QWidget* parent = nullptr);

    // From the first one on, without a signal.
    void offer(int64_t count);
    [[nodiscard]] int element() const; // from zero

signals:
    void elementChosen(int element);

private:
    QSpinBox* m_number; // from one
};

} // namespace weightless::ui
