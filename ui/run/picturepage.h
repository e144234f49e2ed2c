// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/results/detections.h"
#include "ui/engine/enginetypes.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;

namespace weightless::widgets {
class PictureView;
}

namespace weightless::ui {

// What can be looked at of an output: the picture that it is, or, of boxes with scores, the picture that was
// given to the model with what was found in it.
class PicturePage : public QWidget {
    Q_OBJECT

public:
    explicit PicturePage(QWidget* parent = nullptr);

    // False, and empty, when output `index` of the result is no such thing.
    bool showOutput(const RunResultPtr& result, int index);
    void setLabels(std::vector<std::string> labels);
    // The result's outputs are boxes and scores, with values and a picture that they belong to.
    [[nodiscard]] static std::optional<DetectionOutputs> detectionOf(const RunResult& result);
    [[nodiscard]] const widgets::PictureView& view() const { return *m_view; }

private:
    void find();
    void showFound(const std::vector<Detection>& found);

    widgets::PictureView* m_view;
    QWidget* m_bar;
    QDoubleSpinBox* m_leastScore;
    QLabel* m_count;
    std::vector<std::string> m_labels;
    RunResultPtr m_result; // whose boxes are shown
    quint64 m_question = 0; // answers to earlier ones are dropped
};

} // namespace weightless::ui
