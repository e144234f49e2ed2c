// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace weightless {

namespace vulkan {
class Device;
class PipelineLibrary;
} // namespace vulkan

struct KernelCompilationInternals;
struct KernelVariant;

struct KernelProgress {
    size_t done = 0;
    size_t count = 0;

    [[nodiscard]] bool isDone() const { return done == count; }
};

// The driver compiles what a graph launches, on threads that step back for others: while constants are being
// set, or while a person still looks at the graph. Whoever launches a kernel before its turn waits for it, or
// compiles it. Made by Graph::compileKernels(), and by the first run of what nobody asked for. Any thread.
class KernelCompilation {
public:
    // Begins at once, on `threads` threads (0: as many as there are processors, at most 8). `pipelines` are
    // the device's; kernels that they have are left out.
    KernelCompilation(std::shared_ptr<const vulkan::Device> device,
        std::shared_ptr<vulkan::PipelineLibrary> pipelines, std::vector<KernelVariant> kernels,
        size_t threads = 0);
    ~KernelCompilation(); // kernels that are being compiled are compiled to their end, the others are not
                          // begun
    KernelCompilation(const KernelCompilation&) = delete;
    KernelCompilation& operator=(const KernelCompilation&) = delete;

    // Kernels that the driver refused count as done: the dispatch that needs them tells.
    [[nodiscard]] KernelProgress progress() const;
    // Returns when all are done or the time is over, whichever is first, with what progress() is then.
    KernelProgress waitFor(std::chrono::milliseconds atMost) const;

private:
    std::unique_ptr<KernelCompilationInternals> m_internals;
};

// Told while kernels are compiled, a few times a second, on the thread that waits, and once more when all are
// done; never where nothing is waited for.
using KernelObserver = std::function<void(const KernelProgress&)>;

// Returns when all are compiled, at once where they are. Cancelled.
void awaitKernels(const KernelCompilation& kernels, const KernelObserver& onProgress = {},
    const std::stop_token& stop = {});

} // namespace weightless
