// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/outputcomparer.h"

#include "engine/base/error.h"
#include "engine/inputs/valuefile.h"
#include "ui/text/text.h"

namespace weightless::ui {

namespace {

ComparisonAnswer answerTo(const OutputComparison& asked, const std::stop_token& stop)
{
    ComparisonAnswer answer;
    try {
        const HostValue expected = readValueFile(asked.reference, asked.output);
        answer.comparison = compareValues(asked.actual, expected, {}, stop);
        answer.distance = distanceBetween(asked.actual, expected, stop);
    } catch (...) {
        answer.problem = fromUtf8(currentError().message());
    }
    return answer;
}

} // namespace

OutputComparer::OutputComparer(QObject* parent)
    : QObject(parent)
    , m_jobs([this](const std::vector<OutputComparison>& comparisons, uint64_t number, const auto& stops) {
        work(comparisons, number, stops.job);
    })
{
}

void OutputComparer::compare(const std::vector<OutputComparison>& comparisons)
{
    m_jobs.post(comparisons);
}

void OutputComparer::cancel()
{
    m_jobs.cancel();
}

void OutputComparer::work(
    const std::vector<OutputComparison>& comparisons, uint64_t number, const std::stop_token& stop)
{
    for (const OutputComparison& asked : comparisons) {
        const ComparisonAnswer answer = answerTo(asked, stop);
        if (stop.stop_requested())
            return;
        m_jobs.deliver(
            this, number, [this, output = asked.output.name, answer] { emit compared(output, answer); });
    }
}

} // namespace weightless::ui
