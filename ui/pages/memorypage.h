// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadoptions.h"
#include "widgets/plot/memorysample.h"

#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace weightless::widgets {
class MemoryPlot;
}

namespace weightless::ui {

// The live memory chart. Earlier loads of the same model stay as faint curves, named by their mode.
class MemoryPage : public QWidget {
    Q_OBJECT

public:
    explicit MemoryPage(QWidget* parent = nullptr);

    // Another model: everything is forgotten.
    void clear();
    // The current run becomes a reference, and time starts anew.
    void beginLoad(LoadMode mode);
    void endLoad(double seconds, LoadMode mode);
    void addSample(const widgets::MemorySample& sample);
    void addPhase(double seconds, const QString& label);
    void addConstantsSet(const std::vector<double>& seconds);

    [[nodiscard]] widgets::MemoryPlot& plot() { return *m_plot; }

public slots:
    void savePicture();
    void saveCsv();
    // Removes the faint curves.
    void forgetEarlier();

signals:
    void saved(const QString& path);
    void failed(const QString& message);

private:
    QWidget* makeBar();
    void applyRange();
    void updatePeak();

    widgets::MemoryPlot* m_plot;
    QComboBox* m_range;
    QCheckBox* m_process;
    QLabel* m_peak;
    QLabel* m_readOut;
    LoadMode m_mode = LoadMode::Auto; // of the current run
    double m_loadEnd = -1; // seconds; negative while the load goes on
    double m_longestLoad = 0; // of this run and all references
};

} // namespace weightless::ui
