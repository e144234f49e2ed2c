// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/arenamap.h"
#include "ui/dialogs/sizespage.h"

#include <QDialog>

#include <memory>

class QLabel;
class QStandardItemModel;

namespace weightless::widgets {
class ArenaView;
}

namespace weightless::ui {

// The memory of a run before it runs: which step's results lie where and for how long, where the peak is, and
// who causes it; and what it would be for other sizes of its inputs.
class ArenaDialog : public QDialog {
    Q_OBJECT

public:
    // Of a model that leaves dimensions free, other sizes of them can be tried.
    explicit ArenaDialog(
        std::shared_ptr<const plan::ArenaMap> arena, SizedModel model = {}, QWidget* parent = nullptr);

    [[nodiscard]] widgets::ArenaView& view() { return *m_view; }
    [[nodiscard]] const QStandardItemModel& live() const { return *m_live; }
    [[nodiscard]] SizesPage& sizes() { return *m_sizes; }
    // Where most is held, in words.
    [[nodiscard]] QString peakText() const;

signals:
    void nodeChosen(const QString& node);

private:
    QWidget* makeSteps();
    QWidget* makeHeld();
    void showStep(int step);

    std::shared_ptr<const plan::ArenaMap> m_arena;
    widgets::ArenaView* m_view;
    QLabel* m_peak;
    QLabel* m_step;
    QStandardItemModel* m_live;
    SizesPage* m_sizes;
};

} // namespace weightless::ui
