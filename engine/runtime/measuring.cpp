// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/transfer/devicewriter.h"
#include "engine/runtime/context.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/graph.h"
#include "engine/runtime/graphinternals.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace weightless {

namespace {

constexpr uint64_t mostReadBytes = 64 * MiB;

// The largest constant that the engine's readers bring and that is not too large to be read for a
// measurement.
std::optional<size_t> sampleOf(const ConstantStore& constants, const LoadTerms& terms)
{
    std::optional<size_t> sample;
    for (size_t i = 0; i < constants.count(); ++i) {
        const ConstantInfo& info = constants.info(i);
        const bool isRead = constants.hasSource(i) && info.problem.empty() && info.sizeBytes <= mostReadBytes
            && (terms.loaders == nullptr
                || terms.loaders->find(info.source, memoryKindOf(copyRouteOf(info, terms))) == nullptr);
        if (isRead && (!sample || info.sizeBytes > constants.info(*sample).sizeBytes)) {
            sample = i;
        }
    }
    return sample;
}

// As a run under a budget would bring it; the second time, as the first finds memory that nobody had touched.
double bringingSeconds(const ContextInternals& context, const ConstantStore& constants, size_t sample,
    const LoadTerms& terms, const std::stop_token& stop)
{
    const ConstantInfo& info = constants.info(sample);
    const auto arena = std::make_shared<vulkan::WeightArena>(context.device, info.sizeBytes);
    const auto memory = std::make_shared<TransferMemory>(
        context.device, terms.options, arena, context.pipelines, leastSliceBytesOf(constants));
    DeviceWriter writer(context.device->meter(), terms.options, memory);
    const vulkan::BufferRange place = arena->allocate(info.sizeBytes);
    double seconds = 0;
    for (int round = 0; round < 2; ++round) {
        const auto start = std::chrono::steady_clock::now();
        static_cast<void>(writer.write(info, copyRouteOf(info, terms), stop, place));
        memory->ring.finish();
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    writer.finish();
    return seconds;
}

// Whether computing could be.
bool measureRates(
    GraphInternals& graph, Execution& execution, const LoadOptions& options, const std::stop_token& stop)
{
    ContextInternals& context = *graph.context->internals();
    RunRates rates = graph.constants->rates();
    rates.stepSeconds = execution.measure(context, *graph.constants, stop);
    const LoadTerms terms = loadTermsFor(*context.device, options, context.externalData.get());
    if (const auto sample = sampleOf(*graph.constants, terms)) {
        const double seconds = bringingSeconds(context, *graph.constants, *sample, terms, stop);
        const auto bytes = static_cast<double>(graph.constants->info(*sample).sizeBytes);
        rates.bytesPerSecond = bytes / std::max(seconds - rates.secondsPerConstant, seconds / 2);
    }
    const bool isMeasured = !rates.stepSeconds.empty();
    graph.constants->noteRates(std::move(rates));
    return isMeasured;
}

} // namespace

bool Graph::measureRun(const LoadOptions& options, const std::stop_token& stop)
{
    Stage& first = m_internals->firstStage(m_internals->builtShapes(), stop);
    if (first.execution == nullptr) {
        return false;
    }
    m_internals->context->waitIdle(); // what earlier runs give back is not counted with what this one takes
    const auto held = [this] { return m_internals->context->meter()->current(MemoryPurpose::Activations); };
    const uint64_t before = held();
    // What a run left is not taken from it, unless this one had to make more.
    const auto giveBack = [&] {
        if (held() > before) {
            m_internals->context->waitIdle();
            m_internals->dropStages();
        }
    };
    bool isMeasured = false;
    try {
        isMeasured = measureRates(*m_internals, *first.execution, options, stop);
    } catch (...) {
        giveBack();
        throw;
    }
    giveBack();
    return isMeasured;
}

} // namespace weightless
