// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/conversion/clampedcount.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weightless {

namespace {

uint64_t valueOf(const vulkan::BufferRange& word)
{
    uint32_t value = 0;
    if (word.buffer != nullptr) {
        std::memcpy(&value, word.mapped().data(), sizeof value);
    }
    return value;
}

} // namespace

void ClampedCount::add(uint64_t values)
{
    const std::scoped_lock lock(m_mutex);
    m_values += values;
}

uint64_t ClampedCount::values() const
{
    const std::scoped_lock lock(m_mutex);
    return m_values + valueOf(m_word);
}

ClampedWords::~ClampedWords()
{
    for (const auto& each : m_counts) {
        if (const auto count = each.lock()) {
            const std::scoped_lock lock(count->m_mutex);
            count->m_values += valueOf(std::exchange(count->m_word, {}));
        }
    }
}

vulkan::BufferRange ClampedWords::wordOf(const std::shared_ptr<ClampedCount>& count)
{
    const std::scoped_lock lock(m_mutex, count->m_mutex);
    if (count->m_word.buffer == nullptr) {
        vulkan::BufferRange word = nextWord();
        m_counts.push_back(count);
        count->m_word = std::move(word);
    }
    return count->m_word;
}

// A page goes with the last count that has a word of it, and with work under way.
vulkan::BufferRange ClampedWords::nextWord()
{
    if (m_page == nullptr || m_usedWords == wordsPerPage) {
        m_page = std::make_shared<const vulkan::Buffer>(m_device->createCountsBuffer(pageBytes));
        m_usedWords = 0;
        std::ranges::fill(m_page->mapped(), std::byte {0});
        std::erase_if(m_counts, [](const auto& count) { return count.expired(); });
    }
    return vulkan::BufferRange::of(m_page).part(m_usedWords++ * sizeof(uint32_t), sizeof(uint32_t));
}

} // namespace weightless
