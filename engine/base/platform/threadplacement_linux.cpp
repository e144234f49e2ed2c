// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/threadplacement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace weightless {

namespace {

// The calling thread's name, which threads inherit that it starts.
class BorrowedName {
public:
    explicit BorrowedName(const std::string& name)
    {
        ::prctl(PR_GET_NAME, m_before.data());
        ::prctl(PR_SET_NAME, name.c_str());
    }
    ~BorrowedName() { ::prctl(PR_SET_NAME, m_before.data()); }
    BorrowedName(const BorrowedName&) = delete;
    BorrowedName& operator=(const BorrowedName&) = delete;

private:
    std::array<char, 16> m_before {};
};

// What the system says of a thread: its number, its name in parentheses, its state.
std::string statusOf(const std::string& thread)
{
    std::array<char, 128> text {};
    const std::string path = "/proc/self/task/" + thread + "/stat";
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    ssize_t count = 0;
    if (file >= 0) {
        count = ::read(file, text.data(), text.size());
        ::close(file);
    }
    return {text.data(), static_cast<size_t>(std::max<ssize_t>(count, 0))};
}

struct NamedThreads {
    std::vector<pid_t> ids; // in the order in which they were started, unless the system's numbers began anew
    bool areAsleep = true;
};

// Not by std::filesystem, which ends the program when memory is short.
NamedThreads threadsNamed(const std::string& name)
{
    NamedThreads threads;
    const std::string named = " (" + name + ") ";
    const std::string asleep = named + "S ";
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc/self/task"), ::closedir);
    while (const dirent* task = folder ? ::readdir(folder.get()) : nullptr) {
        const std::string number = task->d_name;
        pid_t thread = 0;
        std::from_chars(number.data(), number.data() + number.size(), thread);
        const std::string status = thread == 0 || thread == ::gettid() ? std::string() : statusOf(number);
        if (status.find(named) != std::string::npos) {
            threads.ids.push_back(thread);
            threads.areAsleep = threads.areAsleep && status.find(asleep) != std::string::npos;
        }
    }
    std::ranges::sort(threads.ids);
    return threads;
}

// A thread that gives itself a name does so when it first runs, and until then has that of whoever started
// it: all have theirs once those that are left wait for work.
std::vector<pid_t> threadsMade(const std::string& name, const std::vector<pid_t>& earlier)
{
    constexpr int tries = 500;
    constexpr auto pause = std::chrono::microseconds(200);
    NamedThreads threads = threadsNamed(name);
    for (int i = 0; i < tries && !threads.areAsleep; ++i) {
        std::this_thread::sleep_for(pause);
        threads = threadsNamed(name);
    }
    if (!threads.areAsleep) {
        return {};
    }
    std::erase_if(threads.ids, [&](pid_t thread) { return std::ranges::binary_search(earlier, thread); });
    return threads.ids;
}

std::vector<int> allowedProcessors()
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    std::vector<int> processors;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int i = 0; i < CPU_SETSIZE; ++i) {
            if (CPU_ISSET(i, &allowed)) {
                processors.push_back(i);
            }
        }
    }
    return processors;
}

void place(pid_t thread, int processor)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    static_cast<void>(::sched_setaffinity(thread, sizeof one, &one));
}

void placeThreads(const std::string& name, const std::vector<pid_t>& earlier)
{
    const std::vector<pid_t> threads = threadsMade(name, earlier);
    const std::vector<int> processors = allowedProcessors();
    if (processors.empty() || (threads.size() != 1 && threads.size() != processors.size() + 1)) {
        return;
    }
    place(threads[0], processors[static_cast<size_t>(::getpid()) % processors.size()]);
    for (size_t i = 1; i < threads.size(); ++i) {
        place(threads[i], processors[i - 1]);
    }
}

} // namespace

void placeThreadsOf(const std::function<void()>& make)
{
    const std::string name = "made by " + std::to_string(::gettid());
    const std::vector<pid_t> earlier = threadsNamed(name).ids;
    {
        const BorrowedName borrowed(name);
        make();
    }
    try {
        placeThreads(name, earlier);
    } catch (const std::bad_alloc&) {
        // What was made stays; its threads run where the system puts them.
    }
}

} // namespace weightless
