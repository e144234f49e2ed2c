// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QSize>

class QComboBox;
class QSpinBox;

namespace weightless::ui {

// How large a picture of a chart is to be.
class ChartPictureDialog : public QDialog {
    Q_OBJECT

public:
    // `shown`: as it is on the screen; empty: it is not.
    ChartPictureDialog(const QSize& shown, const QSize& chosenBefore, QWidget* parent = nullptr);

    [[nodiscard]] QSize size() const;

private:
    void choose(int index);

    QComboBox* m_usual;
    QSpinBox* m_width;
    QSpinBox* m_height;
};

} // namespace weightless::ui
