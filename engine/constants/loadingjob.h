// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadoptions.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace weightless {

namespace vulkan {
class Device;
class PipelineLibrary;
} // namespace vulkan
class ConstantCache;
class ConstantStore;
class ExternalDataManager;
class LoadStrategy;
struct LoadPlan;
class SharedPool;

// Sets the constants of one graph that have a source and are still unset, one at a time, in order. Work
// happens in step(), on the caller's thread (and the job's own readers while a step runs). One thread at a
// time.
//
// A failing step leaves every constant set that was set; the job can be asked again (the failed constant is
// tried once more), or destroyed and a new one started later, which resumes with what is unset. Destruction
// gives back all staging, and makes hollow again what an unfinished job read from files that changed
// meanwhile.
class LoadingJob {
public:
    // Nothing is read or allocated before the first step. `store`, `device` and `loaders` are kept alive;
    // without `loaders` everything takes the built-in path. What is in `cache` is shared, not loaded again.
    // Kernels that convert are compiled with `pipelines`, or for this job alone. Under a device budget the
    // pool is the one of `pools`, or the graph's own. InvalidArgument for a forced path that the mode
    // does not have. `beforeGivingUp` is called when what loads before this one have copied is to be planned
    // anew: whoever made something from it lets go of that, so that its memory is free.
    LoadingJob(std::shared_ptr<const vulkan::Device> device, std::shared_ptr<ConstantStore> store,
        LoadOptions options, std::shared_ptr<const ExternalDataManager> loaders = nullptr,
        std::shared_ptr<ConstantCache> cache = nullptr,
        std::shared_ptr<vulkan::PipelineLibrary> pipelines = nullptr,
        std::shared_ptr<SharedPool> pools = nullptr, std::function<void()> beforeGivingUp = {});
    ~LoadingJob();
    LoadingJob(const LoadingJob&) = delete;
    LoadingJob& operator=(const LoadingJob&) = delete;

    // Does one unit of work: sets exactly one constant (streamed, zero-copy), or moves one constant through
    // one of the phases (conventional), or waits a twentieth of a second for bytes that a loader brings.
    // False when nothing is left. Io, OutOfMemory, DeviceLost; InvalidState: the graph was unloaded
    // meanwhile; Unsupported: a forced path that a constant cannot take, a device budget in the conventional
    // mode; Cancelled when `stop` was requested, at most one slice later, with the constant in work left
    // unset.
    bool step(const std::stop_token& stop = {});

    // step() until nothing is left. `onProgress` is called after every step, on this thread.
    void run(
        const std::stop_token& stop = {}, const std::function<void(const LoadProgress&)>& onProgress = {});

    [[nodiscard]] LoadProgress progress() const;
    [[nodiscard]] LoadReport report() const;

private:
    void begin();
    [[nodiscard]] LoadPlan plan() const;
    [[nodiscard]] bool lacksWhatOthersTookBack() const;

    std::shared_ptr<const vulkan::Device> m_device;
    std::shared_ptr<ConstantStore> m_store;
    LoadOptions m_options;
    std::shared_ptr<const ExternalDataManager> m_loaders;
    std::shared_ptr<ConstantCache> m_cache;
    std::shared_ptr<vulkan::PipelineLibrary> m_pipelines;
    std::shared_ptr<SharedPool> m_pools;
    std::function<void()> m_beforeGivingUp;
    std::unique_ptr<LoadStrategy> m_strategy;
    LoadReport m_report;
    uint64_t m_hostBytesBefore = 0;
    uint64_t m_generation = 0; // of the store, when this began
    uint64_t m_hollowings = 0; // of the store, before what is carried out was planned
};

} // namespace weightless
