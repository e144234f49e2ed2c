// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/transfer/readerpool.h"

#include "engine/constants/loaderror.h"

#include <algorithm>

namespace weightless {

ReaderPool::ReaderPool(unsigned readerCount)
    : m_readerCount(resolveCount(readerCount))
{
}

ReaderPool::~ReaderPool() = default;

void ReaderPool::startThreads()
{
    // The caller of forEach() is a reader too.
    while (m_threads.size() + 1 < m_readerCount) {
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }
}

unsigned ReaderPool::resolveCount(unsigned readerCount, unsigned mostReaders)
{
    return readerCount != 0 ? readerCount : std::clamp(std::thread::hardware_concurrency(), 1u, mostReaders);
}

void ReaderPool::forEach(size_t count, const std::stop_token& stop, const std::function<void(size_t)>& task)
{
    if (count > 1) {
        startThreads();
    }
    std::unique_lock lock(m_mutex);
    m_batch = {count, 0, 0, &task, &stop, std::nullopt};
    if (count > 1) {
        m_workAvailable.notify_all();
    }
    drain(lock);
    m_workDone.wait(lock, [this] { return m_batch.running == 0; });
    const bool isComplete = m_batch.next == count;
    const std::optional<Error> error = std::move(m_batch.error);
    m_batch = {};
    lock.unlock();
    if (error) {
        throw *error;
    }
    if (!isComplete) {
        throw loadCancelled();
    }
}

bool ReaderPool::hasSlice() const
{
    return m_batch.next < m_batch.count && !m_batch.error && !m_batch.stop->stop_requested();
}

void ReaderPool::work(const std::stop_token& poolStop)
{
    std::unique_lock lock(m_mutex);
    while (m_workAvailable.wait(lock, poolStop, [this] { return hasSlice(); })) {
        drain(lock);
        m_workDone.notify_all();
    }
}

void ReaderPool::drain(std::unique_lock<std::mutex>& lock)
{
    while (hasSlice()) {
        const size_t slice = m_batch.next++;
        const auto& task = *m_batch.task;
        ++m_batch.running;
        lock.unlock();
        std::optional<Error> error;
        try {
            task(slice);
        } catch (...) {
            error = currentError();
        }
        lock.lock();
        --m_batch.running;
        if (error && !m_batch.error) {
            m_batch.error = std::move(error);
        }
    }
}

} // namespace weightless
