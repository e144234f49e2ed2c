// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTabWidget;
class QTableView;

namespace weightless::ui {

class OutputModel;
class ProfileModel;
class ValueInspector;

// What a run produced: outputs with statistics, the values and the picture of one of them, and the profile.
class ResultView : public QWidget {
    Q_OBJECT

public:
    ResultView(EngineController& controller, OutputModel& outputs, QWidget* parent = nullptr);

    void showResult(const RunResultPtr& result);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeOutputs();
    QWidget* makeProfile();
    [[nodiscard]] int currentOutput() const;
    void showOutput();
    void showCopies(const RunResultPtr& result);
    void showPicture();
    void save();

    EngineController& m_controller;
    OutputModel& m_outputs;
    ValueInspector* m_values;
    ProfileModel* m_profile;
    QSortFilterProxyModel* m_profileProxy;
    QTabWidget* m_tabs;
    QTableView* m_outputTable;
    QTableView* m_profileTable;
    QLabel* m_copies;
    QLabel* m_picture;
    QLabel* m_profileSum;
    QComboBox* m_grouping;
    QPushButton* m_save;
    QPushButton* m_read;
};

} // namespace weightless::ui
