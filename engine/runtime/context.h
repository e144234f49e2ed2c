// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/log.h"
#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/memory/memorymeter.h"
#include "engine/model/hostvalue.h"
#include "engine/runtime/kernelcompilation.h"
#include "engine/runtime/tensor.h"
#include "engine/runtime/transfercounts.h"
#include "engine/runtime/weighttraffic.h"
#include "engine/vulkan/deviceinfo.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless {

class Graph;
struct ContextInternals;

struct ContextOptions {
    std::optional<int> device; // index as in listDevices(); the best one by default
    LogSink log;
    bool validation = false; // the environment's WEIGHTLESS_VALIDATION=1 too
    // Where compiled pipelines are kept, and what was measured of devices (devicerecord.h); empty: nowhere.
    std::filesystem::path pipelineCacheFolder;
    std::function<bool(uint64_t bytes)> failAllocation; // for tests: true makes that device allocation fail
    // For tests: tensors are read, and written, as if the CPU could not see their memory.
    bool readsThroughStaging = false;
    bool writesThroughStaging = false;
    bool bindsByAddress =
        false; // for tests: kernels reach every tensor as they reach those a descriptor cannot bind
    bool hidesTimestamps = false; // for tests: as on a device whose queue has none
    // For tests: plans are made as if the device made no more (DeviceTraits::maxLoopRounds).
    std::optional<uint64_t> maxLoopRounds;
    // For tests: plans put steps side by side as on a device that runs them so (DevicePolicy::stepsAhead).
    std::optional<uint32_t> stepsAhead;
};

// Best first, unusable ones last with their reason. Unsupported when the machine has no Vulkan.
[[nodiscard]] std::vector<vulkan::DeviceInfo> listDevices(const LogSink& log = {});

struct DispatchOptions {
    // Device timestamps around every step, where the device has them. dispatch() waits for the work.
    bool profile = false;
    std::stop_token stopToken; // with one, dispatch() waits for the work and can be stopped between segments
    std::map<std::string, HostValue> values {}; // of the inputs that no device holds (GraphPort::isOpaque)
    KernelObserver onKernels {}; // while what is launched for the first time is compiled
};

// The tensor that takes an output, asked for as soon as its descriptor is known.
using OutputTensors =
    std::function<std::shared_ptr<Tensor>(const std::string& name, const TensorDescriptor& descriptor)>;

// One step of a profile, in execution order.
struct StepTime {
    std::string node; // ONNX node name
    std::string opType;
    std::string kernel;
    double milliseconds = 0;
    double beginMilliseconds = 0; // since the first step of its segment could begin; of one iteration
    double waitedMilliseconds = 0; // before it began: for constants that came while the graph ran
};

struct DispatchReport {
    // Host time from submission to completion, and what it waited for kernels before; 0 when dispatch() did
    // not wait.
    double seconds = 0;
    double compileSeconds = 0; // that it waited for kernels to be compiled
    std::vector<StepTime> steps; // empty without DispatchOptions::profile
    WeightTraffic weights; // under a device budget
    bool lacksTimestamps = false; // `steps` is empty because the device's queue has none
    std::map<std::string, HostValue> values {}; // outputs that no device holds: strings, sequences, optionals
};

// A device and everything on it (WebNN's MLContext). One thread at a time calls the functions that change
// something; memory(), meter() and validationMessages() are for any thread.
class Context : public std::enable_shared_from_this<Context> {
public:
    // Unsupported without Vulkan or without a usable device; InvalidArgument for an unknown index.
    [[nodiscard]] static std::shared_ptr<Context> create(ContextOptions options = {});
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    [[nodiscard]] const vulkan::DeviceInfo& device() const;
    [[nodiscard]] const std::shared_ptr<MemoryMeter>& meter() const;
    [[nodiscard]] MemorySnapshot memory() const;
    [[nodiscard]] uint64_t freeDeviceBytes() const;
    [[nodiscard]] uint64_t validationMessages() const;

    // Zero-filled, as WebNN asks. InvalidArgument: no size in bytes (undefined, strings, a negative
    // dimension). Unsupported: more than a buffer of the device holds. OutOfMemory.
    [[nodiscard]] std::shared_ptr<Tensor> createTensor(TensorDescriptor descriptor, TensorUsage usage = {});
    // `bytes` is exactly the tensor's byte count. InvalidArgument when not, when the tensor is of another
    // context or not writable; InvalidState after destroy(). Waits for dispatches that use the tensor where
    // the CPU sees its memory. Elsewhere dispatches that follow read what was written: the bytes go through
    // four slots, 4 MiB at a time, and this waits only while all four are under way, for the oldest and so
    // for what was dispatched before it. OutOfMemory: of a slot, made where no idle one is large enough.
    void writeTensor(Tensor& tensor, std::span<const std::byte> bytes);
    // One tensor's bytes; waits for dispatches that use it, and on a device with one queue and memory that
    // the CPU does not see for all before. Errors as writeTensor(), with readable; OutOfMemory only at the
    // first read of a tensor.
    [[nodiscard]] HostTensor readTensor(const Tensor& tensor);
    // All read-backs are started before the first is awaited (one copy each). Io when what a tensor holds was
    // computed from file pages that went away meanwhile.
    [[nodiscard]] std::vector<HostTensor> readTensors(std::span<const std::shared_ptr<Tensor>> tensors);

    // Runs the graph. Outputs stay on the device. Without a stop token and a profile it returns when the work
    // is handed over, and later reads and writes wait for it. InvalidArgument: missing, foreign, doubled or
    // mismatching tensors, each named with expected and actual. InvalidState: a constant is unset (the first
    // ten are named, and how many there are; those of the bodies of If, Loop and Scan only when such a body
    // is run, as a branch that is not taken needs none), a tensor was destroyed. Io: a file whose pages are
    // bound was changed, before or (when this waits) meanwhile; without waiting, reading the outputs tells.
    // After an error once the run has begun, as Cancelled, outputs are undefined.
    DispatchReport dispatch(Graph& graph, const NamedTensors& inputs, const NamedTensors& outputs,
        const DispatchOptions& options = {});

    // The same for graphs with outputs whose shapes only the run can tell. An output that no device holds is
    // not asked for.
    DispatchReport dispatch(Graph& graph, const NamedTensors& inputs, const OutputTensors& outputs,
        const DispatchOptions& options = {});

    // Who brings the bytes of constants: loaders that are added here are asked before the engine's own, by
    // every load that begins afterwards.
    [[nodiscard]] ExternalDataManager& externalData() const;

    [[nodiscard]] const TransferCounts& transferCounts() const;

    // Blocks until the device has nothing left to do.
    void waitIdle();

    [[nodiscard]] const std::shared_ptr<ContextInternals>& internals() const { return m_internals; }

private:
    explicit Context(std::shared_ptr<ContextInternals> internals);

    std::shared_ptr<ContextInternals> m_internals;
};

} // namespace weightless
