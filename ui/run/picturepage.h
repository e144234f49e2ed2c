// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginetypes.h"
#include "ui/run/finding.h"
#include "ui/run/maskpicture.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;

namespace weightless::widgets {
class PictureView;
}

namespace weightless::ui {

class BatchBar;

// What can be looked at of an output: the picture that it is, or the one that was given to the model with
// what was found in it, as boxes or in colours.
class PicturePage : public QWidget {
    Q_OBJECT

public:
    explicit PicturePage(QWidget* parent = nullptr);

    // False, and empty, when output `index` of the result is no such thing.
    bool showOutput(const RunResultPtr& result, int index);
    void setLabels(std::vector<std::string> labels);
    void setClassCount(size_t count); // that the model says it tells apart; 0: it does not say
    [[nodiscard]] size_t classCount() const { return m_classCount; }
    [[nodiscard]] size_t labelCount() const { return m_labels.size(); }
    [[nodiscard]] const widgets::PictureView& view() const { return *m_view; }

private:
    void showOfBatch(int element);
    void find();
    void findMask();
    void findBoxes();
    void showFound(const QImage& picture, const std::vector<Detection>& found);
    void showMask(
        const QImage& picture, const std::vector<std::pair<int, double>>& shares, size_t unnamedLabels);
    [[nodiscard]] QString labelled(const QString& name, double share) const;
    [[nodiscard]] QString nameOf(size_t label) const; // empty where it has none

    widgets::PictureView* m_view;
    BatchBar* m_batchBar;
    QWidget* m_bar;
    QLabel* m_leastLabel;
    QDoubleSpinBox* m_leastScore;
    QLabel* m_count;
    std::vector<std::string> m_labels;
    size_t m_classCount = 0;
    std::shared_ptr<const HostTensor> m_batch; // of which one picture is shown
    RunResultPtr m_result; // whose findings are shown
    Finding m_finding;
    quint64 m_question = 0; // answers to earlier ones are dropped
};

} // namespace weightless::ui
