// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginetypes.h"

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
    explicit DemoDialog(DemoChoice model, QWidget* parent = nullptr);

    [[nodiscard]] DemoOptions options() const;
    [[nodiscard]] static QString title(DemoChoice model);
    [[nodiscard]] static QString fileName(DemoChoice model); // to begin with; of a folder, its

private:
    void nameControls();
    void showSize();

    [[nodiscard]] bool isPart() const { return std::holds_alternative<DemoPart>(m_model); }

    DemoChoice m_model;
    QComboBox* m_scale;
    QComboBox* m_type;
    QComboBox* m_layout;
    QComboBox* m_opset;
    QSpinBox* m_seed;
    QCheckBox* m_dynamic;
    QLabel* m_size;
};

} // namespace weightless::ui
