// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/runtime/importer.h"
#include "engine/session/memorybysize.h"
#include "widgets/latestjob.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStandardItemModel;
class QTableView;

namespace weightless::widgets {
class SizeCurveView;
}

namespace weightless::ui {

// A model with free dimensions, as it is planned now.
struct SizedModel {
    std::shared_ptr<const Model> model; // null: there is none
    std::optional<int> device;
    uint64_t freeBytes = 0; // of the device
    std::map<std::string, int64_t> dimensions; // that have a size of their own
};

// What a run needs for other sizes of one free dimension, as a curve and a table. The model is planned anew
// for each size, on a thread and a device context of its own; nothing is loaded. Destroying it ends that.
class SizesPage : public QWidget {
    Q_OBJECT

public:
    explicit SizesPage(SizedModel model, QWidget* parent = nullptr);

    [[nodiscard]] bool hasDimensions() const { return !m_dimensions.empty(); }
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    [[nodiscard]] const std::vector<MemoryAtSize>& results() const { return m_results; }
    [[nodiscard]] const QStandardItemModel& table() const { return *m_rows; }
    [[nodiscard]] QString message() const;

public slots:
    void compute();
    void cancel();

private:
    struct Job {
        SizedModel model;
        MemoryBySizeRequest request;
    };

    QWidget* makeChoice();
    void makeTable();
    void chooseDimension();
    [[nodiscard]] int64_t currentSize() const;
    void work(const Job& job, uint64_t number, const std::stop_token& stop);
    void take(const MemoryAtSize& result);
    void end(const QString& message);
    void showCurve();
    void showPoint(int index);

    SizedModel m_model;
    std::vector<FreeDimension> m_dimensions;
    std::vector<MemoryAtSize> m_results; // by size
    bool m_isBusy = false;
    QComboBox* m_dimension;
    QSpinBox* m_largest;
    QPushButton* m_compute;
    QProgressBar* m_progress;
    QLabel* m_message;
    widgets::SizeCurveView* m_curve;
    QTableView* m_table;
    QStandardItemModel* m_rows;
    widgets::LatestJob<Job> m_jobs; // last: its thread is joined before anything else goes
};

} // namespace weightless::ui
