// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/generate/generatetypes.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace weightless::ui {

class BudgetField;
class WeightsTypeBox;

// What a picture is made of: prompts with a count of their tokens, and the settings.
class GenerateForm : public QWidget {
    Q_OBJECT

public:
    explicit GenerateForm(QWidget* parent = nullptr);

    // As the field names it.
    static QString solverTitle(diffusion::Solver solver);

    // The folder's own suggestions; prompts and seed stay.
    void setInfo(const std::shared_ptr<const PipelineInfo>& info);
    // As the fields stand.
    [[nodiscard]] diffusion::GenerationRequest choices() const;
    // The same, as the engine is asked for it.
    [[nodiscard]] diffusion::GenerationRequest request() const;
    void setPrompt(const QString& prompt);
    void setRequest(const diffusion::GenerationRequest& request);
    [[nodiscard]] QString tokenText() const;

private:
    void makeFields();
    void addFields(QFormLayout* form);
    void countTokens();
    [[nodiscard]] QString countOf(const QPlainTextEdit& edit) const;

    std::shared_ptr<const PipelineInfo> m_info;
    QTimer m_counting; // once typing rests
    QPlainTextEdit* m_prompt;
    QPlainTextEdit* m_negative;
    QLabel* m_promptTokens;
    QLabel* m_negativeTokens;
    QComboBox* m_solver;
    QSpinBox* m_steps;
    QDoubleSpinBox* m_guidance;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QLineEdit* m_seed;
    QSpinBox* m_count;
    QComboBox* m_mode;
    WeightsTypeBox* m_weightsType;
    QCheckBox* m_inTurn;
    BudgetField* m_budget;
};

} // namespace weightless::ui
