// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/vulkan/buffer.h"
#include "engine/vulkan/device.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace weightless {

// How many finite values of a constant were beyond the type that it was made, and became others than those
// they round to. Counted by whoever converts: threads of the CPU, or kernels, in a word of memory that both
// see. Any thread.
class ClampedCount {
public:
    void add(uint64_t values);
    // Of all that was converted; what the device converts counts once it is done.
    [[nodiscard]] uint64_t values() const;

private:
    friend class ClampedWords;

    mutable std::mutex m_mutex;
    uint64_t m_values = 0;
    vulkan::BufferRange m_word; // what the device counted beside those; read once or twice in a load
};

// Hands out words to count in, of pages that go with it. Any thread.
class ClampedWords {
public:
    static constexpr uint64_t wordsPerPage = 1024;
    static constexpr uint64_t pageBytes = wordsPerPage * sizeof(uint32_t);

    explicit ClampedWords(std::shared_ptr<const vulkan::Device> device)
        : m_device(std::move(device))
    {
    }
    ~ClampedWords(); // the device has done all that counts: the sums are kept without their words
    ClampedWords(const ClampedWords&) = delete;
    ClampedWords& operator=(const ClampedWords&) = delete;

    // The same word for the same count. OutOfMemory.
    [[nodiscard]] vulkan::BufferRange wordOf(const std::shared_ptr<ClampedCount>& count);

private:
    [[nodiscard]] vulkan::BufferRange nextWord(); // with the lock held

    std::shared_ptr<const vulkan::Device> m_device;
    std::mutex m_mutex; // guards what follows
    std::shared_ptr<const vulkan::Buffer> m_page; // made when it is first needed
    uint64_t m_usedWords = 0; // of it
    std::vector<std::weak_ptr<ClampedCount>> m_counts; // that have one
};

} // namespace weightless
