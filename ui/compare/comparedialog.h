// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparisonprocess.h"
#include "ui/compare/comparisonresult.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace weightless::widgets {
class MemoryPlot;
}

namespace weightless::ui {

// Loads one model in every mode, each in a process of its own, and shows the curves over each other, a table
// and one sentence. Closing it ends what runs.
class CompareDialog : public QDialog {
    Q_OBJECT

public:
    explicit CompareDialog(ComparisonRequest request, QWidget* parent = nullptr);

    [[nodiscard]] ComparisonProcess& process() { return m_process; }

public slots:
    void start();
    // Saved as its name ends: .html (the whole report), .csv (all samples) or .png (the chart). Asks for the
    // name without one.
    void save(const QString& path = {});

private:
    void showResult(const weightless::ui::ComparisonResult& result);
    void showEnd(const QString& message);
    void updateButtons();
    QWidget* makeButtons();

    ComparisonRequest m_request;
    ComparisonProcess m_process;
    widgets::MemoryPlot* m_plot;
    QStandardItemModel* m_rows;
    QTableView* m_table;
    QLabel* m_sentence;
    QProgressBar* m_progress;
    QCheckBox* m_withOnnxRuntime;
    QPushButton* m_start;
    QPushButton* m_cancel;
    QPushButton* m_save;
    std::optional<ComparisonResult> m_result; // of the last comparison
};

} // namespace weightless::ui
