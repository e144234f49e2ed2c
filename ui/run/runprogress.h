// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QString>

namespace weightless::ui {

// How far a run is, and for how long it has been going: one that takes its time says that it goes on.
class RunProgress {
    Q_DECLARE_TR_FUNCTIONS(RunProgress)

public:
    void begin();
    void noteKernels(int done, int total); // compiled; when all are, it runs
    void noteRepetition(int done, int total);
    // "Run 2 of 3… (for 5 s)"; `otherwise` where it is neither of several nor compiling.
    [[nodiscard]] QString text(const QString& otherwise) const;

private:
    QString m_kernels; // empty: none are being compiled
    QString m_repetition; // empty: there is one
    QElapsedTimer m_sinceBegin;
};

} // namespace weightless::ui
