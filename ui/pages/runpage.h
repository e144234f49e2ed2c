// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QWidget>

class QCheckBox;
class QGroupBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;

namespace weightless::ui {

class FreeDimensionsEditor;
class InputModel;
class OutputModel;
class ResultView;

// One row per input, the dispatch, and what came out.
class RunPage : public QWidget {
    Q_OBJECT

public:
    explicit RunPage(EngineController& controller, QWidget* parent = nullptr);

    [[nodiscard]] InputModel& inputs() { return *m_inputs; }
    [[nodiscard]] OutputModel& outputs() { return *m_outputs; }
    // Why the graph cannot be dispatched now; empty when it can.
    [[nodiscard]] QString obstacle() const;

public slots:
    void dispatch();

private:
    QWidget* makeInputs();
    QWidget* makeButtons();
    void connectController();
    void showGraph();
    void showShapes();
    void showResult();
    void updateButtons();
    [[nodiscard]] static QString timesText(const RunResult& result);

    EngineController& m_controller;
    InputModel* m_inputs;
    OutputModel* m_outputs;
    QTableView* m_inputTable;
    QGroupBox* m_dimensionsBox;
    FreeDimensionsEditor* m_dimensions;
    QSpinBox* m_repeat;
    QCheckBox* m_profile;
    QPushButton* m_dispatch;
    QPushButton* m_cancel;
    QLabel* m_reason;
    ResultView* m_results;
    bool m_hasFailed = false; // the last run: what is shown is not of it
};

} // namespace weightless::ui
