// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/threadplacement.h"

#include <QTest>
#include <array>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

using namespace weightless;

namespace {

std::vector<int> processorsOf(pid_t thread)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> processors;
    if (::sched_getaffinity(thread, sizeof set, &set) == 0) {
        for (int i = 0; i < CPU_SETSIZE; ++i) {
            if (CPU_ISSET(i, &set)) {
                processors.push_back(i);
            }
        }
    }
    return processors;
}

std::string ownName()
{
    std::array<char, 16> name {};
    ::prctl(PR_GET_NAME, name.data());
    return name.data();
}

// Threads that wait until this ends, as a driver's do for work; those with a name work before they take it.
class Threads {
public:
    void start(size_t count, const char* name = nullptr)
    {
        for (size_t i = 0; i < count; ++i) {
            std::promise<pid_t> id;
            std::future<pid_t> number = id.get_future();
            m_threads.emplace_back([this, own = std::string(name == nullptr ? "" : name), id = std::move(id)](
                                       const std::stop_token& token) mutable {
                id.set_value(::gettid());
                const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
                while (!own.empty() && std::chrono::steady_clock::now() < until) { }
                if (!own.empty()) {
                    ::prctl(PR_SET_NAME, own.c_str());
                }
                std::unique_lock lock(m_mutex);
                m_never.wait(lock, token, [] { return false; });
            });
            m_ids.push_back(number.get()); // so they start in order
        }
    }
    const std::vector<pid_t>& ids() const { return m_ids; }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_never;
    std::vector<pid_t> m_ids;
    std::vector<std::jthread> m_threads;
};

} // namespace

class TestThreadPlacement : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_all = processorsOf(0);
        QVERIFY(!m_all.empty());
    }

    void eachStaysOnAProcessorOfItsOwn()
    {
        Threads threads;
        const std::string name = ownName();
        placeThreadsOf([&] { threads.start(m_all.size() + 1); });
        QCOMPARE(ownName(), name);
        QCOMPARE(processorsOf(0), m_all); // the caller's own are as they were
        QCOMPARE(processorsOf(threads.ids()[0]), std::vector {first()});
        for (size_t i = 0; i < m_all.size(); ++i) {
            QCOMPARE(processorsOf(threads.ids()[i + 1]), std::vector {m_all[i]});
        }
    }

    void oneAloneHandsOutWork()
    {
        Threads threads;
        placeThreadsOf([&] { threads.start(1); });
        QCOMPARE(processorsOf(threads.ids()[0]), std::vector {first()});
    }

    void anotherNumberStaysAsItIs()
    {
        Threads threads;
        placeThreadsOf([&] { threads.start(m_all.size() + 2); });
        for (const pid_t id : threads.ids()) {
            QCOMPARE(processorsOf(id), m_all);
        }
    }

    // Nor do they count.
    void threadsWithNamesStayAsTheyAre()
    {
        Threads named;
        Threads others;
        placeThreadsOf([&] {
            named.start(3, "disk");
            others.start(1);
        });
        for (const pid_t id : named.ids()) {
            QCOMPARE(processorsOf(id), m_all);
        }
        QCOMPARE(processorsOf(others.ids()[0]), std::vector {first()});
    }

    void threadsOfAnEarlierCallStayAsTheyAre()
    {
        Threads earlier;
        Threads later;
        placeThreadsOf([&] { earlier.start(m_all.size() + 2); });
        placeThreadsOf([&] { later.start(1); });
        QCOMPARE(processorsOf(earlier.ids()[0]), m_all);
        QCOMPARE(processorsOf(later.ids()[0]), std::vector {first()});
    }

    void threadsThatWereThereStayAsTheyAre()
    {
        Threads before;
        before.start(m_all.size() + 1);
        placeThreadsOf([] {});
        for (const pid_t id : before.ids()) {
            QCOMPARE(processorsOf(id), m_all);
        }
    }

    void whatIsThrownComesThrough()
    {
        const std::string name = ownName();
        QVERIFY_EXCEPTION_THROWN(
            placeThreadsOf([] { throw std::runtime_error("none"); }), std::runtime_error);
        QCOMPARE(ownName(), name);
    }

private:
    // That of the one that hands out work: processes do not meet on one.
    int first() const { return m_all[static_cast<size_t>(::getpid()) % m_all.size()]; }

    std::vector<int> m_all;
};

QTEST_GUILESS_MAIN(TestThreadPlacement)
#include "tst_threadplacement.moc"
