// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/generate/generatetypes.h"

#include <QCoreApplication>
#include <QString>

#include <vector>

namespace weightless::ui {

// The ways a folder was taken so far for the same work, each with its last figures: load mode, and whether in
// turn.
class GenerationWays {
    Q_DECLARE_TR_FUNCTIONS(GenerationWays)

public:
    struct Way {
        QString name; // "streamed, in turn"
        qint64 deviceBytes = 0;
        qint64 hostBytes = 0;
        double seconds = 0; // without the next ones: only the first run of all compiles
        double compileSeconds = 0;
    };

    static QString nameOf(const diffusion::GenerationRequest& request);
    // Its figures would be comparable to those that there are.
    [[nodiscard]] bool isSameWork(const diffusion::GenerationRequest& request) const;
    // The same way again replaces its figures; those of other work go.
    void add(const GenerationSummary& summary);
    [[nodiscard]] const std::vector<Way>& ways() const { return m_ways; }
    [[nodiscard]] size_t latest() const
    {
        return m_latest;
    } // of them: the one that was added or replaced last
    // "streamed: 2.1 GB on the device and 33 MB beyond …", all of them on one line.
    [[nodiscard]] QString headline() const;

private:
    std::vector<Way> m_ways;
    size_t m_latest = 0;
    diffusion::GenerationRequest m_work; // of all of them
};

} // namespace weightless::ui
