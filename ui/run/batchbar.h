// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstdint>
#include <string>

class QSpinBox;

namespace weightless::ui {

// Asks which element of a batch is shown; of one it asks nothing, and is hidden.
class BatchBar : public QWidget {
    Q_OBJECT

public:
    BatchBar(const QString& label, const QString& accessibleName, QWidget* parent = nullptr);

    // The first one, or the one that was chosen where it is the same that is offered again, as after another
    // run. Without a signal.
    void offer(int64_t count, const std::string& output = {});
    [[nodiscard]] int element() const; // from zero

signals:
    void elementChosen(int element);

private:
    QSpinBox* m_number; // from one
    std::string m_output; // of which an element was offered last
};

} // namespace weightless::ui
