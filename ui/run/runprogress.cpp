// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runprogress.h"

#include <QLocale>

namespace weightless::ui {

void RunProgress::begin()
{
    m_kernels.clear();
    m_repetition.clear();
    m_sinceBegin.start();
}

void RunProgress::noteKernels(int done, int total)
{
    m_kernels = done < total ? tr("Compiling kernels, %1 of %2…").arg(done).arg(total) : QString();
}

void RunProgress::noteRepetition(int done, int total)
{
    m_kernels.clear();
    m_repetition = total > 1 ? tr("Run %1 of %2…").arg(done + 1).arg(total) : QString();
}

QString RunProgress::text(const QString& otherwise) const
{
    QString text = m_kernels.isEmpty() ? m_repetition : m_kernels;
    if (text.isEmpty())
        text = otherwise;
    const qint64 seconds = m_sinceBegin.isValid() ? m_sinceBegin.elapsed() / 1000 : 0;
    return seconds > 0 ? tr("%1 (for %2 s)").arg(text, QLocale().toString(seconds)) : text;
}

} // namespace weightless::ui
