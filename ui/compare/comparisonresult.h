// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/memorysample.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace weightless::ui {

// One way of loading, as `weightless-cli compare --json --curves` tells it.
struct ComparedMode {
    QString name;
    int look = 3; // of its curve (ModeText::look())
    bool isReference = false; // another program: only name, peak and seconds are known
    qint64 peakBytes = 0; // of the process
    qint64 overheadBytes = 0; // CPU memory beyond the weights
    qint64 deviceBytes = 0;
    double seconds = 0;
    QList<std::pair<QString, qint64>> bytesByPath;
    std::vector<widgets::MemorySample> curve;
};

struct ComparisonResult {
    qint64 weightBytes = 0;
    QString device;
    std::vector<ComparedMode> modes;
};

// "direct 1.5 GiB, imported 2 MiB".
[[nodiscard]] QString pathsText(const ComparedMode& mode);

// One sentence for people, from the numbers.
[[nodiscard]] QString conclusionOf(const ComparisonResult& result);

// nullopt when the text is no such report.
[[nodiscard]] std::optional<ComparisonResult> parseComparison(const QByteArray& json);

} // namespace weightless::ui
