// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginecontroller.h"

#include <QWidget>

#include <optional>

class QGridLayout;

namespace weightless::widgets {
class Figure;
}

namespace weightless::ui {

// The numbers beside the memory chart, live: CPU memory beyond the weights, device memory by purpose, how
// fast bytes arrive, and what the conventional mode would take instead.
class MemoryFigures : public QWidget {
    Q_OBJECT

public:
    explicit MemoryFigures(EngineController& controller, QWidget* parent = nullptr);

    // One below the other, beside the chart; otherwise in one or two rows above it, as `width` allows.
    void arrange(bool isColumn, int width);
    // Of two rows, where there is one: or nothing around it could become narrower.
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void showMemory(const widgets::MemorySample& sample);
    void showSpeed();
    void showConventional();
    void showAll();
    void beginLoad();
    void endLoad(const LoadResult& result);
    void forget();
    // What it takes: measured in this session, or predicted.
    [[nodiscard]] std::optional<qint64> conventionalBytes() const;

    EngineController& m_controller;
    QGridLayout* m_grid;
    widgets::Figure* m_cpu;
    widgets::Figure* m_device;
    widgets::Figure* m_speed;
    widgets::Figure* m_conventional;
    int m_columns = 0;
    qint64 m_highest = 0; // of the load that goes on or went last
    std::optional<DataType> m_weightsType; // of the plan that the figures are about
    std::optional<qint64> m_measured; // of a conventional load of this model that was finished
    std::optional<qint64> m_boundBytes; // of the last load, where it bound everything and moved nothing
    bool m_hasLoaded = false;
    bool m_hasFinished = false; // the last load, and nothing was begun since
    bool m_isConventional = false; // the last load
};

} // namespace weightless::ui
