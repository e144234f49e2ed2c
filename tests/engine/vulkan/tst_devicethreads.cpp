// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/vulkan/launchcompiler.h"
#include "tests/engine/vulkan/scene.h"

#include <charconv>
#include <filesystem>
#include <string>

#include <sched.h>

using namespace weightless;
using namespace weightless::vulkan;

namespace {

struct ThreadCount {
    int all = 0;
    int placed = 0; // on one processor
};

int processorCount(pid_t thread)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(thread, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

ThreadCount threadCount()
{
    ThreadCount count;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        const std::string number = task.path().filename().string();
        pid_t thread = 0;
        std::from_chars(number.data(), number.data() + number.size(), thread);
        ++count.all;
        count.placed += processorCount(thread) == 1 ? 1 : 0;
    }
    return count;
}

} // namespace

// Where the threads run that Mesa's software device starts.
class TestDeviceThreads : public QObject {
    Q_OBJECT

private slots:
    void thoseThatComputeStayOnAProcessorEach()
    {
        const int processors = processorCount(0);
        if (processors < 2) {
            QSKIP("There is one processor");
        }
        if (qEnvironmentVariableIsSet("LP_NUM_THREADS")) {
            QSKIP("The driver was told how many threads to start");
        }
        QCOMPARE(threadCount().placed, 0);
        std::unique_ptr<testing::TestDevice> gpu;
        WEIGHTLESS_OPEN_TEST_DEVICE(gpu);
        if (!gpu->device->traits().compilesAtFirstLaunch) {
            QSKIP("This device is not Mesa's software device");
        }
        QCOMPARE(threadCount().placed, processors + 1);

        // The kernels of several compile at once.
        const ThreadCount before = threadCount();
        const LaunchCompiler compiler(*gpu->device);
        QCOMPARE(threadCount().all, before.all + 1);
        QCOMPARE(threadCount().placed, before.placed);

        // Those that compute serve all devices; another one has a queue, which hands out work to them.
        const auto sibling = gpu->device->createSibling(std::make_shared<MemoryMeter>(), {});
        QCOMPARE(threadCount().all, before.all + 2);
        QCOMPARE(threadCount().placed, before.placed + 1);
    }
};

QTEST_GUILESS_MAIN(TestDeviceThreads)
#include "tst_devicethreads.moc"
