// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <vector>

namespace weightless::widgets {

// Measures how long the event loop of its thread was blocked: a timer should fire every few milliseconds, and
// whatever it is late by is a gap in which no input was answered. For tests and for diagnostic runs.
class EventLoopWatchdog : public QObject {
    Q_OBJECT

public:
    explicit EventLoopWatchdog(QObject* parent = nullptr);

    void start();
    void stop();
    // Forgets the gaps measured so far.
    void reset();

    // The longest gap in milliseconds, the one still going on included.
    double largestGapMs() const;
    // The gap that `share` (0..1) of all gaps do not exceed, in milliseconds; 0 when nothing was measured.
    double gapPercentileMs(double share) const;
    // The most processor time that the thread took within one gap: what does not depend on what else the
    // machine does. 0 where the system does not tell.
    double largestWorkMs() const { return m_largestWorkMs; }
    // For tests: the thread never worked for so long that it hung, whatever the machine. How long it takes
    // where nothing else runs is the benchmarks' (bench_window): 100 ms at most.
    bool hasAnswered() const { return m_largestWorkMs < 1000; }
    int gapCount() const { return static_cast<int>(m_gapsMs.size()); }

signals:
    // A gap of more than 100 ms has just ended.
    void blocked(double gapMs);

private:
    void tick();

    QTimer m_timer;
    QElapsedTimer m_sinceTick;
    std::vector<float> m_gapsMs;
    double m_largestMs = 0;
    double m_workMs = 0; // of the thread at the last tick
    double m_largestWorkMs = 0;
};

} // namespace weightless::widgets
