// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/inspection/tensorsummary.h"
#include "widgets/latestjob.h"

#include <QObject>

namespace weightless::ui {

// Reads all values of a tensor on a thread of its own, for its statistics. Only the newest tensor counts.
// Functions and signals belong to the thread that owns the object.
class SummaryReader : public QObject {
    Q_OBJECT

public:
    explicit SummaryReader(QObject* parent = nullptr);

    void read(const TensorValues& tensor);
    void cancel();
    [[nodiscard]] bool isReading() const { return m_isReading; }

signals:
    void advanced(double fraction);
    void finished(const weightless::TensorSummary& summary);
    void failed(const QString& message);

private:
    void work(const TensorValues& tensor, uint64_t number, const std::stop_token& stop);

    bool m_isReading = false;
    widgets::LatestJob<TensorValues> m_jobs;
};

} // namespace weightless::ui
