// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/kernelcompilation.h"

#include "engine/base/error.h"
#include "engine/base/threadpriority.h"
#include "engine/runtime/kernelvariants.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/launchcompiler.h"
#include "engine/vulkan/pipeline.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

namespace weightless {

struct KernelCompilationInternals {
    std::shared_ptr<const vulkan::Device> device;
    std::shared_ptr<vulkan::PipelineLibrary> pipelines;
    std::vector<KernelVariant> kernels;

    mutable std::mutex mutex;
    mutable std::condition_variable changed;
    size_t begun = 0; // these and
    size_t done = 0; // these are the mutex's

    std::vector<std::jthread> threads; // last: joined before what they use goes

    // The next one that nobody has begun; null when there is none.
    const KernelVariant* take()
    {
        const std::scoped_lock lock(mutex);
        return begun < kernels.size() ? &kernels[begun++] : nullptr;
    }

    void noteDone()
    {
        {
            const std::scoped_lock lock(mutex);
            ++done;
        }
        changed.notify_all();
    }

    void compile(const KernelVariant& kernel, std::optional<vulkan::LaunchCompiler>& launches) const
    {
        static_cast<void>(pipelines->pipeline(*kernel.code, kernel.specialization, kernel.mode));
        if (device->traits().compilesAtFirstLaunch && device->allowsParallelSiblings()) {
            if (!launches) {
                launches.emplace(*device);
            }
            launches->compile(*kernel.code, kernel.specialization, kernel.mode);
        }
    }

    void work(const std::stop_token& stop)
    {
        lowerThreadPriority();
        std::optional<vulkan::LaunchCompiler> launches;
        while (!stop.stop_requested()) {
            const KernelVariant* kernel = take();
            if (kernel == nullptr) {
                return;
            }
            try {
                compile(*kernel, launches);
            } catch (
                ...) { // NOLINT(bugprone-empty-catch): the dispatch that needs it fails with its node's name
            }
            noteDone();
        }
    }
};

KernelCompilation::KernelCompilation(std::shared_ptr<const vulkan::Device> device,
    std::shared_ptr<vulkan::PipelineLibrary> pipelines, std::vector<KernelVariant> kernels, size_t threads)
    : m_internals(std::make_unique<KernelCompilationInternals>())
{
    KernelCompilationInternals& shared = *m_internals;
    shared.device = std::move(device);
    shared.pipelines = std::move(pipelines);
    shared.kernels = std::move(kernels);
    std::erase_if(shared.kernels, [&](const KernelVariant& kernel) {
        return shared.pipelines->has(*kernel.code, kernel.specialization, kernel.mode);
    });
    const size_t usual = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 8);
    const size_t count = std::min(threads != 0 ? threads : usual, shared.kernels.size());
    try {
        for (size_t i = 0; i < count; ++i) {
            shared.threads.emplace_back([&shared](const std::stop_token& stop) { shared.work(stop); });
        }
    } catch (const std::system_error&) {
        if (shared.threads.empty()) {
            shared.kernels.clear(); // nobody will: there is nothing to wait for, and dispatches compile
        }
    }
}

KernelCompilation::~KernelCompilation() = default;

KernelProgress KernelCompilation::progress() const
{
    return waitFor(std::chrono::milliseconds::zero());
}

KernelProgress KernelCompilation::waitFor(std::chrono::milliseconds atMost) const
{
    std::unique_lock lock(m_internals->mutex);
    m_internals->changed.wait_for(
        lock, atMost, [this] { return m_internals->done == m_internals->kernels.size(); });
    return {m_internals->done, m_internals->kernels.size()};
}

void awaitKernels(
    const KernelCompilation& kernels, const KernelObserver& onProgress, const std::stop_token& stop)
{
    constexpr std::chrono::milliseconds betweenReports {100};
    bool isTold = false;
    KernelProgress progress = kernels.progress();
    for (; !progress.isDone(); progress = kernels.waitFor(betweenReports)) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "The run was cancelled while its kernels were compiled");
        }
        if (onProgress) {
            onProgress(progress);
            isTold = true;
        }
    }
    if (isTold) { // whoever shows it is to know that it is over
        onProgress(progress);
    }
}

} // namespace weightless
