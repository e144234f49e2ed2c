// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicebenchmark.h"

#include "engine/base/error.h"
#include "engine/runtime/attentioncheck.h"
#include "engine/runtime/benchmarkwork.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/kerneltrials.h"
#include "engine/runtime/productcheck.h"
#include "engine/runtime/tensor.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace weightless {

namespace {

constexpr int tries = 4; // the first compiles and touches memory

class Benchmark {
public:
    Benchmark(const std::shared_ptr<Context>& context, const BenchmarkOptions& options)
        : m_context(context)
        , m_options(options)
        , m_trials(context->internals()->cacheFolder, context->device(), isWorthKeeping(options),
              context->internals()->log)
        , m_trying(context)
    {
    }

    MeasuredDevice measure()
    {
        DeviceRates rates;
        rates.copiedBytes = m_options.copiedBytes;
        copy(rates);
        add(rates);
        launch(rates);
        try {
            for (const BenchmarkKernel& kernel : kernelsInOrder()) {
                tryOut(rates, kernel);
            }
        } catch (...) { // of whatever: no kernel stays in the record as one that failed
            m_trials.restore();
            throw;
        }
        if (isWorthKeeping(m_options)) {
            const bool isKept = m_context->internals()->learn(m_trials.record(rates));
            return {std::move(rates), isKept, m_context};
        }
        m_trials.restore();
        if (m_trials.foundFailures()) {
            m_context->internals()->take(m_trials.record());
        }
        return {std::move(rates), false, m_context};
    }

private:
    // While kernels are tried that may fail.
    class Trying {
    public:
        explicit Trying(std::shared_ptr<Context> context)
            : m_context(std::move(context))
        {
            m_context->internals()->isBeingMeasured = true;
        }
        ~Trying() { m_context->internals()->isBeingMeasured = false; }
        Trying(const Trying&) = delete;
        Trying& operator=(const Trying&) = delete;

    private:
        std::shared_ptr<Context> m_context;
    };

    [[nodiscard]] std::vector<BenchmarkKernel> kernelsInOrder() const
    {
        std::vector<BenchmarkKernel> kernels = benchmarkKernels(m_context->device().traits);
        std::ranges::stable_partition(kernels,
            [&](const BenchmarkKernel& kernel) { return !m_trials.hasFailed(kernel.name, kernel.type); });
        return kernels;
    }

    void tryOut(DeviceRates& rates, const BenchmarkKernel& kernel)
    {
        if (kernel.isOnMatrixUnits()) {
            m_trials.begin(kernel.name, kernel.type);
        }
        std::optional<DeviceRates::Product> product;
        bool isLost = false;
        try {
            product = multiply(kernel);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::DeviceLost) {
                m_trials.giveUp(kernel.name, kernel.type);
                throw;
            }
            tellFailure(kernel, error);
            product = failedKernel(kernel.name, kernel.type);
            isLost = true;
        } catch (...) {
            m_trials.giveUp(kernel.name, kernel.type);
            throw;
        }
        if (product) {
            m_trials.judge(*product);
            rates.products.push_back(std::move(*product));
        } else {
            m_trials.drop(kernel.name, kernel.type);
        }
        if (isLost) {
            openAgain(kernel);
        }
    }

    void tellFailure(const BenchmarkKernel& kernel, const Error& error) const
    {
        logTo(m_context->internals()->log, LogLevel::Warning,
            "Measuring " + kernel.work()
                + " failed, and nothing takes that kernel from now on: " + error.message());
    }

    void openAgain(const BenchmarkKernel& kernel)
    {
        const ContextInternals& lost = *m_context->internals();
        ContextOptions options;
        options.device = lost.info.index;
        options.log = lost.log;
        options.validation = lost.instance->hasValidation();
        options.pipelineCacheFolder = lost.cacheFolder;
        try {
            m_context = Context::create(options);
        } catch (const Error& error) {
            throw Error(ErrorKind::DeviceLost,
                lost.info.traits.name + " was lost while it made " + kernel.work()
                    + ", and cannot be opened again (" + error.message()
                    + "): start the program again and measure once more, which leaves that kernel to the "
                      "end");
        }
        m_trying.emplace(m_context);
    }

    void checkStop() const
    {
        if (m_options.stopToken.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Measuring the device was cancelled");
        }
    }

    void begin(const std::string& what) const
    {
        checkStop();
        if (m_options.onStep) {
            m_options.onStep(what);
        }
    }

    template <typename Work>
    [[nodiscard]] double secondsOf(const Work& work) const
    {
        double best = std::numeric_limits<double>::infinity();
        for (int i = 0; i < tries; ++i) {
            checkStop();
            const auto start = std::chrono::steady_clock::now();
            work();
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            best = std::min(best, taken.count());
        }
        return best;
    }

    [[nodiscard]] TensorDescriptor copiedTensor() const
    {
        return {DataType::Float32, {static_cast<int64_t>(m_options.copiedBytes / 4)}};
    }

    void copy(DeviceRates& rates)
    {
        begin("copies");
        const auto tensor = m_context->createTensor(copiedTensor());
        const std::vector<std::byte> bytes(m_options.copiedBytes, std::byte {1});
        const auto size = static_cast<double>(m_options.copiedBytes);
        rates.uploadBytesPerSecond = size / secondsOf([&] {
            m_context->writeTensor(*tensor, bytes);
            m_context->waitIdle();
        });
        rates.readbackBytesPerSecond =
            size / secondsOf([&] { static_cast<void>(m_context->readTensor(*tensor)); });
    }

    // Runs of a graph on zeros, which no kernel treats better than other numbers.
    [[nodiscard]] double secondsOf(GraphBuilder& builder, const Operand& result) const
    {
        const std::shared_ptr<Graph> graph =
            builder.build(std::array {std::pair<std::string, Operand> {"y", result}});
        NamedTensors inputs;
        checkStop();
        for (const GraphPort& port : graph->inputs()) {
            inputs[port.name] = m_context->createTensor(port.descriptor);
        }
        const NamedTensors outputs {{"y", m_context->createTensor(graph->outputs().front().descriptor)}};
        return secondsOf([&] {
            m_context->dispatch(*graph, inputs, outputs);
            m_context->waitIdle();
        });
    }

    void add(DeviceRates& rates)
    {
        begin("memory");
        GraphBuilder builder(m_context);
        const Operand sum =
            builder.node("Add", {builder.input("a", copiedTensor()), builder.input("b", copiedTensor())});
        rates.memoryBytesPerSecond = 3 * static_cast<double>(m_options.copiedBytes) / secondsOf(builder, sum);
    }

    // Softmaxes of a few rows, which nothing fuses: each waits for the one before.
    [[nodiscard]] double chainSeconds(int length) const
    {
        GraphBuilder builder(m_context);
        Operand value = builder.input("x", {DataType::Float32, {8, 8}});
        for (int i = 0; i < length; ++i) {
            value = builder.node("Softmax", {value});
        }
        return secondsOf(builder, value);
    }

    void launch(DeviceRates& rates)
    {
        begin("launches");
        constexpr int few = 8;
        constexpr int many = 208;
        rates.launchSeconds = std::max(chainSeconds(many) - chainSeconds(few), 0.0) / (many - few);
    }

    // Of the sizes that the device has memory for.
    [[nodiscard]] std::optional<DeviceRates::Product> fastest(const BenchmarkKernel& kernel) const
    {
        std::optional<DeviceRates::Product> best;
        for (int64_t size = 256; size <= m_options.largestProduct; size *= 2) {
            begin(kernel.work() + ", " + std::to_string(size));
            double seconds = 0;
            try {
                GraphBuilder builder(m_context);
                const Operand work =
                    benchmarkWork(builder, m_context->internals()->info.traits, kernel, size);
                seconds = secondsOf(builder, work);
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::OutOfMemory && best) {
                    break;
                }
                throw;
            }
            const double rate = kernel.operations(size) / seconds;
            if (!best || rate > best->operationsPerSecond) {
                best = {std::string(kernel.name), kernel.type, size, rate};
            }
            if (seconds > m_options.enoughSeconds) {
                break;
            }
        }
        return best;
    }

    // Nothing where the device cannot run that kernel on that type.
    [[nodiscard]] std::optional<DeviceRates::Product> multiply(const BenchmarkKernel& kernel) const
    {
        vulkan::PipelineLibrary& pipelines = *m_context->internals()->pipelines;
        static_cast<void>(pipelines.takeMatrixRefusal());
        std::optional<DeviceRates::Product> best;
        try {
            best = fastest(kernel);
            if (best) {
                begin(kernel.work() + ", results");
                best->isRight = best->isAttention() ? isAttentionRight(m_context, best->kernel, kernel.type)
                                                    : isProductRight(m_context, best->kernel, kernel.type);
            }
        } catch (const Error& error) {
            const bool isCannot = error.kind() == ErrorKind::Unsupported && !pipelines.takeMatrixRefusal();
            if (isCannot) {
                return std::nullopt;
            }
            if (error.kind() == ErrorKind::Cancelled || error.kind() == ErrorKind::DeviceLost
                || error.kind() == ErrorKind::OutOfMemory) {
                throw;
            }
            tellFailure(kernel, error);
            return failedKernel(kernel.name, kernel.type);
        }
        // One of its tiles, each of which is a program of its own.
        return pipelines.takeMatrixRefusal() ? failedKernel(kernel.name, kernel.type) : best;
    }

    std::shared_ptr<Context> m_context;
    const BenchmarkOptions& m_options;
    KernelTrials m_trials;
    std::optional<Trying> m_trying;
};

} // namespace

bool isWorthKeeping(const BenchmarkOptions& options)
{
    const BenchmarkOptions usual;
    return options.copiedBytes >= usual.copiedBytes && options.largestProduct >= usual.largestProduct
        && options.enoughSeconds >= usual.enoughSeconds;
}

MeasuredDevice measureDevice(const std::shared_ptr<Context>& context, const BenchmarkOptions& options)
{
    return Benchmark(context, options).measure();
}

} // namespace weightless
