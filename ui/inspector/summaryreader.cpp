// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/summaryreader.h"

#include "engine/base/error.h"
#include "ui/text/text.h"
#include "widgets/progressgate.h"

namespace weightless::ui {

SummaryReader::SummaryReader(QObject* parent)
    : QObject(parent)
    , m_jobs([this](const TensorValues& tensor, uint64_t number, const auto& stops) {
        work(tensor, number, stops.job);
    })
{
}

void SummaryReader::read(const TensorValues& tensor)
{
    m_isReading = true;
    m_jobs.post(tensor);
}

void SummaryReader::cancel()
{
    m_isReading = false;
    m_jobs.cancel();
}

void SummaryReader::work(const TensorValues& tensor, uint64_t number, const std::stop_token& stop)
{
    widgets::ProgressGate gate;
    const auto report = [&](uint64_t done, uint64_t total) {
        if (!gate.opens())
            return;
        const double fraction = static_cast<double>(done) / static_cast<double>(total);
        m_jobs.deliver(this, number, [this, fraction] { emit advanced(fraction); });
    };
    try {
        const TensorSummary summary = summarize(tensor, report, stop);
        m_jobs.deliver(this, number, [this, summary] {
            m_isReading = false;
            emit finished(summary);
        });
    } catch (...) {
        const QString message = fromUtf8(currentError().message());
        m_jobs.deliver(this, number, [this, message] {
            m_isReading = false;
            emit failed(message);
        });
    }
}

} // namespace weightless::ui
