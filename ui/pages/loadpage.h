// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QGroupBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace weightless::ui {

class BudgetPanel;
class FreeDimensionsEditor;
class LoadChoices;
class SettledClicks;
class WeightsTypeBox;

// What a load will need and how far it is, and what of it is chosen seldom: order, type, free dimensions,
// giving the memory back. Device, mode and the buttons that start and stop it are in the window's header.
class LoadPage : public QWidget {
    Q_OBJECT

public:
    // What it refers to outlives it.
    LoadPage(EngineController& controller, LoadChoices& choices, QWidget* parent = nullptr);

    [[nodiscard]] BudgetPanel& budget() { return *m_budget; }

    // As wide as it is of use.
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void widthChanged(); // that it needs, or can use

private:
    QWidget* makeChoices();
    QWidget* makePrediction();
    QWidget* makeProgress();
    void connectController();
    void fillDimensions();
    void planWithChosen();
    void showChoices();
    void showPrediction();
    void updateState();
    void showProgress();
    [[nodiscard]] bool isLoading() const; // or paused
    void endProgress(const LoadResult& result);
    void showResult(const LoadResult& result);
    void clearProgress();

    EngineController& m_controller;
    LoadChoices& m_choices;
    QComboBox* m_order;
    WeightsTypeBox* m_weightsType;
    QGroupBox* m_dimensionsBox = nullptr;
    FreeDimensionsEditor* m_dimensions;
    BudgetPanel* m_budget;
    QGroupBox* m_predictionBox = nullptr;
    QLabel* m_prediction;
    QLabel* m_state;
    QPushButton* m_unload;
    SettledClicks* m_unloadClicks;
    QProgressBar* m_progress;
    QLabel* m_current;
    QLabel* m_rate;
    QLabel* m_paths;
    std::optional<LoadResult> m_result; // of the load whose progress is shown
};

} // namespace weightless::ui
