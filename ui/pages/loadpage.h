// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QElapsedTimer>
#include <QWidget>

class QComboBox;
class QGroupBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSettings;

namespace weightless::ui {

class FreeDimensionsEditor;

// Where and how the weights go: device, mode, free dimensions, what it will need, and how it goes on.
class LoadPage : public QWidget {
    Q_OBJECT

public:
    explicit LoadPage(EngineController& controller, QWidget* parent = nullptr);

    [[nodiscard]] LoadMode mode() const;
    void setMode(LoadMode mode);
    [[nodiscard]] LoadOrder order() const;
    void setOrder(LoadOrder order);
    // The choices themselves, for whoever shows them elsewhere too.
    [[nodiscard]] QComboBox& deviceChooser() const { return *m_device; }
    [[nodiscard]] QComboBox& modeChooser() const { return *m_mode; }
    // A load can begin, and every constant has bytes to be set from.
    [[nodiscard]] bool canStart() const;

    // The mode, the order and the device.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;

public slots:
    // Starts, or goes on with, a load in the chosen mode.
    void start();
    void togglePause();

private:
    QWidget* makeChoices();
    QWidget* makePrediction();
    QWidget* makeButtons();
    QWidget* makeProgress();
    void connectController();
    void fillDevices();
    void chooseDevice();
    void fillDimensions();
    void showPrediction();
    void updateButtons();
    void showProgress();
    void showResult(const LoadResult& result);
    void clearProgress();
    [[nodiscard]] QString stateText() const;

    EngineController& m_controller;
    QComboBox* m_device;
    QComboBox* m_mode;
    QComboBox* m_order;
    QGroupBox* m_dimensionsBox = nullptr;
    FreeDimensionsEditor* m_dimensions;
    QLabel* m_prediction;
    QLabel* m_state;
    QPushButton* m_start;
    QPushButton* m_pause;
    QPushButton* m_cancel;
    QPushButton* m_unload;
    QProgressBar* m_progress;
    QLabel* m_current;
    QLabel* m_rate;
    QLabel* m_paths;
};

} // namespace weightless::ui
