// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"
#include "ui/run/runprogress.h"

#include <QGroupBox>
#include <QTimer>

#include <filesystem>
#include <optional>

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSlider;

namespace weightless::ui {

class LoadChoices;

// How much device memory the weights of the next load may take, from the least that can run to everything,
// and what is predicted of each choice. Off, they take what they need.
class BudgetPanel : public QGroupBox {
    Q_OBJECT

public:
    // What it refers to outlives it.
    BudgetPanel(EngineController& controller, LoadChoices& choices, QWidget* parent = nullptr);

    // Sets the limit, as near as the model allows; what it costs is predicted first, and settled() follows.
    // It holds for this model, in every mode.
    void limitTo(const BudgetSize& size);

signals:
    // The next load has the limit that is shown, or none where there is nothing to limit. Not `isOk`: what
    // was asked for could not be predicted, and why was reported.
    void settled(bool isOk);

private:
    void connectParts();
    void connectController();
    void noteModel();
    void want(const BudgetChoice& choice);
    void forget();
    void ask(bool measures);
    void showProgress();
    [[nodiscard]] bool hasChoice() const;
    [[nodiscard]] uint64_t bytesOf(double mebibytes) const;
    [[nodiscard]] QString whyNothing() const;
    [[nodiscard]] std::optional<size_t> positionIn(const BudgetCurve& curve) const;
    void showCurve(const BudgetCurvePtr& curve);
    void choose();
    void noteState();
    void typed(double mebibytes);
    void showEffect(const BudgetChoice& choice);
    void showSize(uint64_t bytes);
    void updateState();

    EngineController& m_controller;
    LoadChoices& m_choices;
    QSlider* m_slider;
    QDoubleSpinBox* m_size; // MiB
    QLabel* m_effect;
    QLabel* m_going; // how far a measurement is
    QPushButton* m_measure;
    BudgetCurvePtr m_curve; // null until it is known
    bool m_isAsked = false; // and not answered yet
    bool m_isMeasuring = false;
    RunProgress m_progress; // of what is measured
    QTimer m_seconds; // while it is
    LoadMode m_askedMode = LoadMode::Auto; // in which it was asked last
    std::filesystem::path m_model; // that was opened last
    BudgetSize m_wanted; // by its size
    bool m_isWantedNew = false; // the curve does not have it yet
};

} // namespace weightless::ui
