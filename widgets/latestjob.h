// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace weightless::widgets {

// A thread that does the newest of the jobs that it is given: one that waits is replaced, one that runs is
// asked to stop. Functions belong to the thread that owns the object; the destructor stops and joins. Whoever
// gets results from `work` asks isNewest() before using them: they may be of a job that was replaced
// meanwhile.
template <typename Job>
class LatestJob {
public:
    struct Stops {
        std::stop_token job; // requested when another job comes
        std::stop_token thread; // requested at the end
    };
    // Called on the thread.
    using Work = std::function<void(Job job, uint64_t number, const Stops& stops)>;

    explicit LatestJob(Work work)
        : m_work(std::move(work))
        , m_thread([this](const std::stop_token& stop) { run(stop); })
    {
    }
    ~LatestJob() { end(); }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    // Returns the job's number.
    uint64_t post(Job job)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_running.request_stop();
            m_waiting.emplace(Waiting {++m_last, std::move(job)});
        }
        m_wake.notify_one();
        return m_last;
    }
    void cancel()
    {
        const std::lock_guard lock(m_mutex);
        ++m_last;
        m_waiting.reset();
        m_running.request_stop();
    }
    // Stops and joins: no job begins any more.
    void end()
    {
        cancel();
        m_thread.request_stop();
        if (m_thread.joinable())
            m_thread.join();
    }
    [[nodiscard]] bool isNewest(uint64_t number) const { return number == m_last; }
    // From the job's thread: `take` is called on the thread of `owner`, which owns this, unless another job
    // has come by then.
    template <typename Take>
    void deliver(QObject* owner, uint64_t number, Take take)
    {
        QMetaObject::invokeMethod(
            owner,
            [this, number, take] {
                if (isNewest(number))
                    take();
            },
            Qt::QueuedConnection);
    }

private:
    struct Waiting {
        uint64_t number;
        Job job;
    };

    void run(const std::stop_token& stop)
    {
        for (;;) {
            std::optional<Waiting> next;
            std::stop_source running;
            {
                std::unique_lock lock(m_mutex);
                if (!m_wake.wait(lock, stop, [this] { return m_waiting.has_value(); }))
                    return;
                next.swap(m_waiting);
                m_running = running;
            }
            m_work(std::move(next->job), next->number, {running.get_token(), stop});
        }
    }

    Work m_work;
    uint64_t m_last = 0; // written by the owner alone
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Waiting> m_waiting;
    std::stop_source m_running;
    // Last: it starts when everything else exists and is joined first.
    std::jthread m_thread;
};

} // namespace weightless::widgets
