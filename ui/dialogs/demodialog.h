// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/demo/demo.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace weightless::ui {

// Which demo model to write: scale, type, layout, opset, seed.
class DemoDialog : public QDialog {
    Q_OBJECT

public:
    explicit DemoDialog(DemoPart part, QWidget* parent = nullptr);

    [[nodiscard]] DemoOptions options() const;
    [[nodiscard]] static QString title(DemoPart part);

private:
    void showSize();

    DemoPart m_part;
    QComboBox* m_scale;
    QComboBox* m_type;
    QComboBox* m_layout;
    QComboBox* m_opset;
    QSpinBox* m_seed;
    QCheckBox* m_dynamic;
    QLabel* m_size;
};

} // namespace weightless::ui
