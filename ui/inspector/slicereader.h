// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/tensorextremes.h"
#include "widgets/latestjob.h"

#include <QObject>

#include <memory>
#include <vector>

namespace weightless::ui {

// Reads slices of a tensor on a thread of its own, in the order in which they were asked for. A new question
// takes the place of what is left of the one before. Functions and signals belong to the thread that owns the
// object.
class SliceReader : public QObject {
    Q_OBJECT

public:
    explicit SliceReader(QObject* parent = nullptr);

    // What stands for the elements of a slice that has steps: those that the steps meet, or the extremes of
    // all (readExtremes()).
    enum class Of { Met, All };

    void read(const TensorValues& tensor, std::vector<SliceRequest> slices, Of elements = Of::Met);
    void cancel() { m_jobs.cancel(); }

signals:
    void advanced(double fraction); // of the slice that is read
    // `index` in what read() was given last.
    void sliceRead(int index, const std::shared_ptr<const weightless::HostTensor>& slice);
    void failed(const QString& message);

private:
    struct Job {
        TensorValues tensor;
        std::vector<SliceRequest> slices;
        Of elements = Of::Met;
    };

    void work(const Job& job, uint64_t number, const std::stop_token& stop);

    std::unique_ptr<TensorReader> m_reader; // the thread's own: a file is opened once
    widgets::LatestJob<Job> m_jobs;
};

} // namespace weightless::ui
