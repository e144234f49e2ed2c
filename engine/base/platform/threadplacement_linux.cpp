// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/threadplacement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

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

// In the order in which they were started, as long as the system's numbers do not begin anew.
std::vector<pid_t> threadsNamed(const std::string& name)
{
    std::vector<pid_t> threads;
    std::error_code error;
    for (std::filesystem::directory_iterator task("/proc/self/task", error), end; !error && task != end;
         task.increment(error)) {
        std::string line;
        std::ifstream file(task->path() / "comm");
        std::getline(file, line);
        const std::string number = task->path().filename().string();
        pid_t thread = 0;
        std::from_chars(number.data(), number.data() + number.size(), thread);
        if (line == name && thread != ::gettid()) {
            threads.push_back(thread);
        }
    }
    std::ranges::sort(threads);
    return threads;
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

} // namespace

void placeThreadsOf(const std::function<void()>& make)
{
    const std::string name = "made by " + std::to_string(::gettid());
    const std::vector<pid_t> earlier = threadsNamed(name);
    {
        const BorrowedName borrowed(name);
        make();
    }
    std::vector<pid_t> threads = threadsNamed(name);
    std::erase_if(threads, [&](pid_t thread) { return std::ranges::binary_search(earlier, thread); });
    const std::vector<int> processors = allowedProcessors();
    if (processors.empty() || (threads.size() != 1 && threads.size() != processors.size() + 1)) {
        return;
    }
    for (size_t i = 0; i < threads.size(); ++i) {
        place(threads[i], processors[i == 0 ? 0 : i - 1]);
    }
}

} // namespace weightless
