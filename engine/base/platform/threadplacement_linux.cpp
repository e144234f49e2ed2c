// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/threadplacement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace weightless {

namespace {

constexpr size_t nameBytes = 17; // the system's 15, an end of line and an end

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
    std::array<char, nameBytes> m_before {};
};

std::array<char, nameBytes> nameOf(const std::string& thread)
{
    std::array<char, nameBytes> name {};
    const std::string path = "/proc/self/task/" + thread + "/comm";
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        const ssize_t count = ::read(file, name.data(), name.size() - 1);
        if (count > 0 && name[static_cast<size_t>(count) - 1] == '\n') {
            name[static_cast<size_t>(count) - 1] = '\0';
        }
        ::close(file);
    }
    return name;
}

// In the order in which they were started, as long as the system's numbers do not begin anew. Not by
// std::filesystem, which ends the program when memory is short.
std::vector<pid_t> threadsNamed(const std::string& name)
{
    std::vector<pid_t> threads;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc/self/task"), ::closedir);
    while (const dirent* task = folder ? ::readdir(folder.get()) : nullptr) {
        const std::string number = task->d_name;
        pid_t thread = 0;
        std::from_chars(number.data(), number.data() + number.size(), thread);
        if (thread != 0 && thread != ::gettid() && nameOf(number).data() == name) {
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

void placeThreads(const std::string& name, const std::vector<pid_t>& earlier)
{
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

} // namespace

void placeThreadsOf(const std::function<void()>& make)
{
    const std::string name = "made by " + std::to_string(::gettid());
    const std::vector<pid_t> earlier = threadsNamed(name);
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
