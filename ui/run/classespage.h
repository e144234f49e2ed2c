// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/results/classes.h"
#include "ui/engine/enginetypes.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace weightless::ui {

class BatchBar;

// The best classes of an output that is scores of classes, with their names where there are some; of a batch
// those of the element that is chosen.
class ClassesPage : public QWidget {
    Q_OBJECT

public:
    static constexpr size_t shownClasses = 10;

    explicit ClassesPage(QWidget* parent = nullptr);

    // False, and empty, when the output is something else. `isOfPictures`: the model was given some.
    bool showOutput(const OutputResult* output, bool isOfPictures = false);
    void setLabels(std::vector<std::string> labels);
    // More than its shape tells that the output is scores of classes: features look the same.
    [[nodiscard]] bool isEvident() const { return m_isEvident; }
    [[nodiscard]] const QStandardItemModel& model() const { return *m_model; }

signals:
    void labelsRequested();
    void labelsDropped(); // those that are shown are to go

private:
    void showClasses();
    [[nodiscard]] bool areEvident(const ClassScores& scores, const std::vector<RankedClass>& best) const;

    QStandardItemModel* m_model;
    QTableView* m_table;
    QLabel* m_warning;
    QLabel* m_note;
    QPushButton* m_noNames;
    std::vector<std::string> m_labels;
    BatchBar* m_batchBar;
    std::shared_ptr<const HostTensor> m_shown;
    bool m_isOfPictures = false;
    bool m_isEvident = false;
};

} // namespace weightless::ui
