// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engineworker.h"

#include <algorithm>
#include <iterator>

// What a load that did not finish leaves hollow again.
namespace weightless::ui {

std::vector<size_t> EngineWorker::setConstants() const
{
    std::vector<size_t> constants;
    for (size_t i = 0; m_session.hasGraph() && i < m_session.graph().constantCount(); ++i) {
        if (m_session.graph().isSet(i))
            constants.push_back(i);
    }
    return constants;
}

void EngineWorker::endUnfinished(LoadResult& result)
{
    result.takenBack = std::exchange(m_setBefore, {}); // which it may have planned anew
    std::ranges::copy(setConstants(), std::back_inserter(result.takenBack));
    if (result.report.mode != LoadMode::Conventional)
        m_job.reset();
    std::erase_if(
        result.takenBack, [this](size_t i) { return !m_session.hasGraph() || m_session.graph().isSet(i); });
    if (result.takenBack.empty())
        return;
    LoadFeed& feed = *m_load.feed;
    for (const size_t i : result.takenBack)
        feed.markHollow(i);
    uint64_t bytes = 0;
    const std::vector<size_t> left = setConstants();
    for (const size_t i : left) {
        bytes += m_session.graph().constant(i).sizeBytes;
        // What earlier loads set: this feed may not have got as far as to know of it.
        feed.markSet(i, std::max(0.0F, feed.setAtSeconds(i)), m_session.graph().comesWithRuns(i));
    }
    feed.constantsSet.store(left.size());
    feed.bytesSet.store(bytes - std::min(bytes, result.report.onDemandBytes));
}

} // namespace weightless::ui
