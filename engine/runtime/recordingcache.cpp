// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/recordingcache.h"

#include <algorithm>
#include <utility>

namespace weightless {

namespace {

constexpr size_t keptRecordings = 4;

}

const Recording* RecordingCache::find(const StepBindings& bindings, bool profile, uint64_t mostWork)
{
    const auto found = std::ranges::find_if(m_recordings, [&](const auto& recording) {
        return recording->profile == profile && recording->bindings.isSameAs(bindings);
    });
    if (found == m_recordings.end()) {
        return nullptr;
    }
    if ((*found)->isOutdated(mostWork)) {
        m_recordings.erase(found);
        return nullptr;
    }
    std::rotate(m_recordings.begin(), found, found + 1);
    return m_recordings.front().get();
}

const Recording& RecordingCache::add(std::unique_ptr<Recording> recording)
{
    m_recordings.push_front(std::move(recording));
    if (m_recordings.size() > keptRecordings) {
        m_recordings.pop_back();
    }
    return *m_recordings.front();
}

void RecordingCache::forget(const vulkan::Buffer& buffer) noexcept
{
    std::erase_if(m_recordings, [&](const auto& recording) { return recording->bindings.contains(buffer); });
}

} // namespace weightless
