// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstdint>

class QCheckBox;
class QSpinBox;

namespace weightless::ui {

// How much device memory the weights of several models may take, of which one runs at a time. Off, they take
// what they need.
class BudgetField : public QWidget {
    Q_OBJECT

public:
    explicit BudgetField(QWidget* parent = nullptr);

    // 0: no limit.
    [[nodiscard]] uint64_t bytes() const;
    // As it is, though the field shows whole MiB. Of 0 the size that was chosen last stays for when it is
    // wanted again.
    void setBytes(uint64_t bytes);
    // A size to begin with: half of what the largest model weighs, and no less than all can run with, where
    // that is known.
    void propose(uint64_t largestBytes, uint64_t leastBytes = 0);

private:
    void showSize(uint64_t bytes);

    QCheckBox* m_limits;
    QSpinBox* m_size; // MiB
    uint64_t m_bytes; // of the size that is shown
};

} // namespace weightless::ui
