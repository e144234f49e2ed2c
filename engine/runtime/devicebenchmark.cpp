// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/devicebenchmark.h"

#include "engine/base/error.h"
#include "engine/ops/conv/conv.h"
#include "engine/ops/devicepolicy.h"
#include "engine/ops/product/product.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/productcheck.h"
#include "engine/runtime/tensor.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <string_view>

namespace weightless {

namespace {

constexpr int tries = 4; // the first compiles and touches memory

class Benchmark {
public:
    Benchmark(const std::shared_ptr<Context>& context, const BenchmarkOptions& options)
        : m_context(context)
        , m_options(options)
    {
    }

    MeasuredDevice measure()
    {
        DeviceRates rates;
        rates.copiedBytes = m_options.copiedBytes;
        copy(rates);
        add(rates);
        launch(rates);
        for (const DataType type : {DataType::Float32, DataType::Float16}) {
            for (const char* kernel : {"plain", "wide", "shared", "matrix", "group"}) {
                multiply(rates, kernel, type);
            }
        }
        multiply(rates, "matrix", DataType::BFloat16); // the others are as fast as with float16
        if (ops::canHoldMatrices(m_context->device().traits, DataType::Float16)) { // there is a choice
            multiply(rates, "imagematrix", DataType::Float16);
            multiply(rates, "imagegroup", DataType::Float16);
        }
        const bool isKept = isWorthKeeping(m_options) && m_context->internals()->learn(rates);
        return {std::move(rates), isKept};
    }

private:
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

    // As those of the middle of a network: the picture grows with the channels.
    [[nodiscard]] static TensorDescriptor pictureOf(DataType type, int64_t channels)
    {
        return {type, {1, channels, channels / 16, channels / 16}};
    }

    [[nodiscard]] static bool isConvolution(std::string_view kernel)
    {
        return kernel.starts_with(ops::product::imagePrefix);
    }

    // As graphs have filters on this device (filterorder.h).
    [[nodiscard]] bool hasBlockedFilters(const char* kernel, DataType type) const
    {
        return ops::prefersBlockedFilters(m_context->internals()->info.traits, type)
            && ops::conv::readsBlockedFilter(kernel);
    }

    [[nodiscard]] Operand productOf(
        GraphBuilder& builder, const char* kernel, DataType type, int64_t size) const
    {
        Attributes attributes;
        attributes.set(std::string(ops::product::kernelAttribute), std::string(kernel));
        if (isConvolution(kernel)) {
            attributes.set("pads", std::vector<int64_t> {1, 1, 1, 1});
            attributes.set(std::string(ops::conv::blockedFilterAttribute),
                int64_t {hasBlockedFilters(kernel, type) ? 1 : 0});
            const TensorDescriptor filters {type, {size, size, 3, 3}};
            return builder.node(
                "Conv", {builder.input("x", pictureOf(type, size)), builder.input("w", filters)}, attributes);
        }
        const TensorDescriptor square {type, {size, size}};
        return builder.node("MatMul", {builder.input("a", square), builder.input("b", square)}, attributes);
    }

    [[nodiscard]] static double operationsOf(const char* kernel, int64_t size)
    {
        const auto edge = static_cast<double>(size);
        const int64_t side = pictureOf(DataType::Float16, size).shape.back();
        const auto pixels = static_cast<double>(side * side);
        return 2 * edge * edge * (isConvolution(kernel) ? 9 * pixels : edge);
    }

    // Nothing where the device cannot run that kernel on that type.
    [[nodiscard]] std::optional<double> productSeconds(const char* kernel, DataType type, int64_t size) const
    {
        try {
            GraphBuilder builder(m_context);
            const Operand product = productOf(builder, kernel, type, size);
            return secondsOf(builder, product);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Unsupported) {
                throw;
            }
            return std::nullopt;
        }
    }

    void multiply(DeviceRates& rates, const char* kernel, DataType type)
    {
        const std::string what = std::string(kernel)
            + (isConvolution(kernel) ? " convolutions of " : " products of ") + toString(type);
        std::optional<DeviceRates::Product> best;
        for (int64_t size = 256; size <= m_options.largestProduct; size *= 2) {
            begin(what + ", " + std::to_string(size));
            const std::optional<double> seconds = productSeconds(kernel, type, size);
            if (!seconds) {
                return;
            }
            const double rate = operationsOf(kernel, size) / *seconds;
            if (!best || rate > best->operationsPerSecond) {
                best = {kernel, type, size, rate};
            }
            if (*seconds > m_options.enoughSeconds) {
                break;
            }
        }
        if (best) {
            begin(what + ", results");
            best->isRight = isProductRight(m_context, kernel, type);
            rates.products.push_back(*best);
        }
    }

    std::shared_ptr<Context> m_context;
    const BenchmarkOptions& m_options;
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
