// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QWidget>

#include <array>

class QAction;
class QBoxLayout;
class QComboBox;
class QSettings;

namespace weightless::widgets {
class MemoryPlot;
}

namespace weightless::ui {

class MemoryFigures;

// The memory chart and its figures, live. Earlier loads of the same model stay, named by the way they took. A
// load that is continued goes on in its curve. Works as a large page and as a narrow panel.
class MemoryPage : public QWidget {
    Q_OBJECT

public:
    explicit MemoryPage(EngineController& controller, QWidget* parent = nullptr);

    [[nodiscard]] widgets::MemoryPlot& plot() { return *m_plot; }

    // There is something to save: a load or a run has been seen of the model that is open.
    [[nodiscard]] bool hasSamples() const { return m_hasSamples; }

    // How the chart is looked at.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;

    // Asks for the size and the file.
    void savePicture();
    void saveCsv();

public slots:
    // Removes the curves of the loads before the newest one.
    void forgetEarlier();

signals:
    void hasSamplesChanged();
    void saved(const QString& path);
    void failed(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void tellSaved(const QString& path, bool isSaved, const QString& error);
    void noteSamples();
    QWidget* makeBar();
    void connectController();
    void beginLoad(LoadMode mode);
    void endLoad(const LoadResult& result);
    void addPhases();
    void addConstants(const std::vector<int>& constants);

    EngineController& m_controller;
    widgets::MemoryPlot* m_plot;
    MemoryFigures* m_figures;
    QComboBox* m_time;
    QComboBox* m_extent;
    QBoxLayout* m_body;
    std::array<QAction*, 2> m_saving {}; // of the chart's menu
    bool m_hasSamples = false;
    QSize m_pictureSize; // chosen last
    size_t m_shownPhases = 0; // of the load that goes on
};

} // namespace weightless::ui
