// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/constants/budget/devicepool.h"
#include "engine/constants/constantcache.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/runtime/devicerates.h"
#include "engine/runtime/recordingcache.h"
#include "engine/runtime/transfercounts.h"
#include "engine/runtime/uploads.h"
#include "engine/runtime/workrate.h"
#include "engine/vulkan/commandmemory.h"
#include "engine/vulkan/device.h"
#include "engine/vulkan/instance.h"
#include "engine/vulkan/pipeline.h"

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace weightless {

struct ContextInternals {
    LogSink log;
    std::shared_ptr<vulkan::Instance> instance;
    std::shared_ptr<vulkan::Device> device;
    std::shared_ptr<vulkan::PipelineLibrary> pipelines;
    std::shared_ptr<ExternalDataManager> externalData = std::make_shared<ExternalDataManager>();
    vulkan::DeviceInfo info; // the device's, as plans see it
    std::filesystem::path cacheFolder; // ContextOptions::pipelineCacheFolder
    std::shared_ptr<ConstantCache> constantCache = std::make_shared<ConstantCache>();
    std::shared_ptr<SharedPool> pools = std::make_shared<SharedPool>(); // of graphs under a device budget
    bool bindsByAddress = false;
    bool readsThroughStaging = false;
    bool writesThroughStaging = false;
    bool hasTimestamps = false;
    uint64_t refusals = 0; // learnOf(): what was planned before takes what the device lacks
    bool isBeingMeasured = false; // kernels that may fail are tried, which whoever does that will tell
    std::optional<uint32_t> stepsAhead; // as in plan::PlanOptions
    TransferCounts transfers;
    WorkRate workRate;
    std::optional<vulkan::CommandMemory> commands; // for what the compute queue does once
    std::unique_ptr<Uploads> uploads;
    std::deque<vulkan::Submission> inFlight; // on the compute queue, oldest first
    vulkan::QueuePoint lastPoint; // the end of all that a dispatch, a write or a new tensor handed to it
    std::vector<std::weak_ptr<RecordingCache>> recordings; // of every plan on this device

    void keep(vulkan::Submission submission);
    void note(vulkan::QueuePoint point); // of what is kept elsewhere
    void waitForDevice(); // everything in flight
    void forgetDone();
    [[nodiscard]] bool isIdle(); // nothing is in flight

    // Of a submission: measured, or as the device's policy guesses.
    [[nodiscard]] uint64_t mostWorkPerSubmission() const;

    // What was measured: for submissions and for graphs that are built from now on.
    void take(const DeviceRates& rates);
    // The same, and keeps it for contexts made later where there is a folder for it; a failure to write goes
    // to the log. Whether it is kept.
    bool learn(const DeviceRates& rates);
    // A kernel that a graph was to run was not compiled: graphs that are built from now on do without matrix
    // units, and so do those of contexts made later, unless the refusal may pass. What to tell of it.
    [[nodiscard]] Error learnOf(const vulkan::MatrixRefusal& refusal);

    void watch(const std::shared_ptr<RecordingCache>& cache);
    // Drops every recording that binds the buffer. What is in flight keeps it until it is done.
    void forgetRecordingsOf(const vulkan::Buffer& buffer) noexcept;
};

} // namespace weightless
