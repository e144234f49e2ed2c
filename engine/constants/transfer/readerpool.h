// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace weightless {

// A few threads that work through the slices of one constant together. They are started when there is first
// more than one slice.
class ReaderPool {
public:
    // 0: as many as the machine can keep busy filling fresh memory (at most 4).
    explicit ReaderPool(unsigned readerCount);
    ~ReaderPool();
    ReaderPool(const ReaderPool&) = delete;
    ReaderPool& operator=(const ReaderPool&) = delete;

    // What a count means: itself, or for 0 one for each processor, at most `mostReaders`.
    [[nodiscard]] static unsigned resolveCount(unsigned readerCount, unsigned mostReaders = 4);

    [[nodiscard]] unsigned readerCount() const { return m_readerCount; }

    // Calls task(i) for i in [0, count), each once, on the readers and on the calling thread; returns when
    // all are done. The first Error is thrown after the others have ended; slices not begun by then are
    // skipped. Cancelled when `stop` was requested before all slices were done.
    void forEach(size_t count, const std::stop_token& stop, const std::function<void(size_t)>& task);

private:
    struct Batch {
        size_t count = 0;
        size_t next = 0;
        size_t running = 0;
        const std::function<void(size_t)>* task = nullptr;
        const std::stop_token* stop = nullptr;
        std::optional<Error> error;
    };

    [[nodiscard]] bool hasSlice() const; // with the lock held
    void startThreads();
    void work(const std::stop_token& poolStop);
    // Takes slices until none is left. Called with the lock held; released around each task.
    void drain(std::unique_lock<std::mutex>& lock);

    unsigned m_readerCount;
    std::mutex m_mutex;
    std::condition_variable_any m_workAvailable;
    std::condition_variable m_workDone;
    Batch m_batch;
    std::vector<std::jthread> m_threads; // the last member: joined before the rest dies
};

} // namespace weightless
