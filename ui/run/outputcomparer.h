// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model.h"
#include "engine/reference/comparison.h"
#include "widgets/latestjob.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <optional>
#include <vector>

namespace weightless::ui {

// An output of a run, and the file with what it should be.
struct OutputComparison {
    ValueInfo output; // as the model declares it
    HostValue actual;
    std::filesystem::path reference;
};

struct ComparisonAnswer {
    Comparison comparison;
    std::optional<Distance> distance;
    QString problem; // why nothing could be compared
};

// Reads references and compares outputs with them, on a thread of its own, one after the other. Only what was
// asked for last counts. Functions and signals belong to the thread that owns the object.
class OutputComparer : public QObject {
    Q_OBJECT

public:
    explicit OutputComparer(QObject* parent = nullptr);

    void compare(const std::vector<OutputComparison>& comparisons);
    void cancel();

signals:
    void compared(const std::string& output, const weightless::ui::ComparisonAnswer& answer);

private:
    void work(const std::vector<OutputComparison>& comparisons, uint64_t number, const std::stop_token& stop);

    widgets::LatestJob<std::vector<OutputComparison>> m_jobs;
};

} // namespace weightless::ui
