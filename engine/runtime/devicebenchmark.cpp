// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicebenchmark.h"

#include "engine/base/error.h"
#include "engine/runtime/attentioncheck.h"
#include "engine/runtime/benchmarktiming.h"
#include "engine/runtime/benchmarkwork.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/kerneltrials.h"
#include "engine/runtime/productcheck.h"
#include "engine/runtime/tensor.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weightless {

namespace {

constexpr int mostGrowth = 8; // in time or memory, of what is twice as large

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

    [[nodiscard]] BenchmarkClock clock() const { return {m_context, m_options.stopToken}; }

    void begin(const std::string& what) const
    {
        clock().checkStop();
        if (m_options.onStep) {
            m_options.onStep(what);
        }
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
        rates.uploadBytesPerSecond = size / clock().secondsOf([&] {
            m_context->writeTensor(*tensor, bytes);
            m_context->waitIdle();
        });
        rates.readbackBytesPerSecond =
            size / clock().secondsOf([&] { static_cast<void>(m_context->readTensor(*tensor)); });
    }

    // Of as many as there is room for, each in memory of its own, so that caches hold nothing of the next.
    void add(DeviceRates& rates)
    {
        begin("memory");
        const BenchmarkNodes sum = [this](GraphBuilder& builder, const std::string& ending) {
            return builder.node("Add",
                {builder.input("a" + ending, copiedTensor()), builder.input("b" + ending, copiedTensor())});
        };
        const BenchmarkClock::Time time = clock().timeOfEach(sum, BenchmarkClock::anyTime);
        rates.memoryBytesPerSecond = static_cast<double>(time.bytes) / time.seconds;
    }

    // Softmaxes of a few rows, which nothing fuses: each waits for the one before.
    [[nodiscard]] double chainSeconds(int length) const
    {
        const BenchmarkNodes chain = [length](GraphBuilder& builder, const std::string& ending) {
            Operand value = builder.input("x" + ending, {DataType::Float32, {8, 8}});
            for (int i = 0; i < length; ++i) {
                value = builder.node("Softmax", {value});
            }
            return value;
        };
        return clock().timeOf(chain, 1, BenchmarkClock::anyTime).seconds;
    }

    void launch(DeviceRates& rates)
    {
        begin("launches");
        constexpr int few = 8;
        constexpr int many = 208;
        rates.launchSeconds = std::max(chainSeconds(many) - chainSeconds(few), 0.0) / (many - few);
    }

    // Of the sizes that the device has memory for.
    [[nodiscard]] std::optional<DeviceRates::Product> fastest(const BenchmarkKernel& kernel)
    {
        std::optional<DeviceRates::Product> best;
        double expected = BenchmarkClock::anyTime;
        for (int64_t size = 256; size <= m_options.largestProduct; size *= 2) {
            begin(kernel.work() + ", " + std::to_string(size));
            BenchmarkClock::Time time;
            try {
                time = timeOf(kernel, size, expected);
            } catch (const Error& error) {
                if (best && isOfItsSize(error)) {
                    break;
                }
                throw;
            }
            const double rate = kernel.operations(size) / time.seconds;
            if (!best || rate > best->operationsPerSecond) {
                best = {std::string(kernel.name), kernel.type, size, rate};
            }
            expected = kernel.operations(2 * size) / rate;
            if (!isWorthDoubling(m_options, time.seconds, expected)
                || m_context->freeDeviceBytes() / mostGrowth < time.bytes) {
                break;
            }
        }
        return best;
    }

    [[nodiscard]] BenchmarkClock::Time timeOf(
        const BenchmarkKernel& kernel, int64_t size, double expectedSeconds) const
    {
        const BenchmarkNodes work = [&](GraphBuilder& builder, const std::string& ending) {
            return benchmarkWork(builder, m_context->internals()->info.traits, kernel, size, ending);
        };
        return clock().timeOfEach(work, expectedSeconds);
    }

    // And smaller ones ran.
    [[nodiscard]] bool isOfItsSize(const Error& error)
    {
        return error.kind() == ErrorKind::OutOfMemory
            || (error.kind() == ErrorKind::Unsupported && !wasRefused());
    }

    // By a driver that does not compile it, since the kernel was begun.
    [[nodiscard]] bool wasRefused()
    {
        m_wasRefused = m_context->internals()->pipelines->takeMatrixRefusal() || m_wasRefused;
        return m_wasRefused;
    }

    // Nothing where the device cannot run that kernel on that type.
    [[nodiscard]] std::optional<DeviceRates::Product> multiply(const BenchmarkKernel& kernel)
    {
        static_cast<void>(wasRefused());
        m_wasRefused = false;
        std::optional<DeviceRates::Product> best;
        try {
            best = fastest(kernel);
            if (best) {
                begin(kernel.work() + ", results");
                best->isRight = best->isAttention() ? isAttentionRight(m_context, best->kernel, kernel.type)
                                                    : isProductRight(m_context, best->kernel, kernel.type);
            }
        } catch (const Error& error) {
            const bool isCannot = error.kind() == ErrorKind::Unsupported && !wasRefused();
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
        return wasRefused() ? failedKernel(kernel.name, kernel.type) : best;
    }

    std::shared_ptr<Context> m_context;
    const BenchmarkOptions& m_options;
    KernelTrials m_trials;
    std::optional<Trying> m_trying;
    bool m_wasRefused = false;
};

} // namespace

bool isWorthKeeping(const BenchmarkOptions& options)
{
    const BenchmarkOptions usual;
    return options.copiedBytes >= usual.copiedBytes && options.largestProduct >= usual.largestProduct
        && options.enoughSeconds >= usual.enoughSeconds;
}

bool isWorthDoubling(const BenchmarkOptions& options, double seconds, double expectedSeconds)
{
    return std::max(seconds, expectedSeconds / mostGrowth) <= options.enoughSeconds;
}

MeasuredDevice measureDevice(const std::shared_ptr<Context>& context, const BenchmarkOptions& options)
{
    return Benchmark(context, options).measure();
}

} // namespace weightless
