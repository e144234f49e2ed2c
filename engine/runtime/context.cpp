// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/context.h"

#include "engine/base/error.h"
#include "engine/http/httploader.h"
#include "engine/runtime/contextinternals.h"
#include "engine/runtime/devicerecord.h"
#include "engine/runtime/tensorinternals.h"
#include "engine/vulkan/recorder.h"

#include <algorithm>

namespace weightless {

std::vector<vulkan::DeviceInfo> listDevices(const LogSink& log)
{
    return vulkan::Instance::create({.log = log})->devices();
}

std::shared_ptr<Context> Context::create(ContextOptions options)
{
    auto internals = std::make_shared<ContextInternals>();
    internals->log = options.log;
    internals->bindsByAddress = options.bindsByAddress;
    internals->readsThroughStaging = options.readsThroughStaging;
    internals->writesThroughStaging = options.writesThroughStaging;
    internals->instance = vulkan::Instance::create({.log = options.log, .validation = options.validation});
    const int index = vulkan::chooseDevice(internals->instance->devices(), options.device).index;
    internals->device = vulkan::Device::create(internals->instance, index, std::make_shared<MemoryMeter>(),
        {.failAllocation = std::move(options.failAllocation)});
    internals->commands.emplace(internals->device);
    internals->uploads = std::make_unique<Uploads>(internals->device);
    internals->hasTimestamps = internals->device->hasTimestamps() && !options.hidesTimestamps;
    internals->info = internals->device->info();
    uint64_t& rounds = internals->info.traits.maxLoopRounds;
    rounds = std::min(rounds, options.maxLoopRounds.value_or(rounds));
    internals->stepsAhead = options.stepsAhead;
    internals->externalData->addBuiltIn(std::make_shared<http::HttpLoader>());
    internals->pipelines =
        std::make_shared<vulkan::PipelineLibrary>(internals->device, options.pipelineCacheFolder);
    internals->cacheFolder = std::move(options.pipelineCacheFolder);
    if (const auto rates = keptRates(internals->cacheFolder, internals->info)) {
        internals->take(*rates);
    }
    return std::shared_ptr<Context>(new Context(std::move(internals)));
}

Context::Context(std::shared_ptr<ContextInternals> internals)
    : m_internals(std::move(internals))
{
}

Context::~Context() = default;

const vulkan::DeviceInfo& Context::device() const
{
    return m_internals->info;
}

const std::shared_ptr<MemoryMeter>& Context::meter() const
{
    return m_internals->device->meter();
}

MemorySnapshot Context::memory() const
{
    return meter()->snapshot();
}

uint64_t Context::freeDeviceBytes() const
{
    return m_internals->device->memoryBudget().freeBytes;
}

uint64_t Context::validationMessages() const
{
    return m_internals->instance->validationMessages();
}

ExternalDataManager& Context::externalData() const
{
    return *m_internals->externalData;
}

std::shared_ptr<Tensor> Context::createTensor(TensorDescriptor descriptor, TensorUsage usage)
{
    const auto sizeBytes = byteCount(descriptor);
    if (!sizeBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "A tensor " + toString(descriptor) + " cannot be created: it has no size");
    }
    auto tensor = std::make_unique<TensorInternals>();
    tensor->context = m_internals;
    tensor->descriptor = std::move(descriptor);
    tensor->sizeBytes = *sizeBytes;
    tensor->isReadable = usage.readable;
    tensor->isWritable = usage.writable;
    const auto& device = m_internals->device;
    auto buffer = std::make_shared<const vulkan::Buffer>(device->createTensorBuffer(*sizeBytes));
    const vulkan::BufferRange whole = vulkan::BufferRange::of(buffer);
    if (!whole.mapped().empty()) {
        std::ranges::fill(whole.mapped(), std::byte {0});
    } else if (whole.sizeBytes > 0) {
        vulkan::CommandRecorder recorder(*m_internals->commands);
        recorder.fill(whole, 0);
        m_internals->keep(device->submit(recorder.finish()));
        tensor->lastUse = m_internals->lastPoint;
    }
    tensor->range = {std::move(buffer), 0, *sizeBytes};
    return std::make_shared<Tensor>(std::move(tensor));
}

const TransferCounts& Context::transferCounts() const
{
    return m_internals->transfers;
}

void Context::waitIdle()
{
    m_internals->waitForDevice();
}

} // namespace weightless
