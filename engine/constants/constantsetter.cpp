// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/constantsetter.h"

#include "engine/base/error.h"
#include "engine/constants/loaderror.h"
#include "engine/constants/loaders/externalload.h"
#include "engine/constants/loadplan.h"
#include "engine/constants/transfer/devicewriter.h"

#include <algorithm>
#include <string>
#include <utility>

namespace weightless {

ConstantSetter::ConstantSetter(std::shared_ptr<const vulkan::Device> device,
    std::shared_ptr<ConstantStore> store, std::shared_ptr<const ExternalDataManager> loaders,
    std::shared_ptr<vulkan::PipelineLibrary> pipelines)
    : m_device(std::move(device))
    , m_store(std::move(store))
    , m_loaders(std::move(loaders))
    , m_pipelines(std::move(pipelines))
{
}

ConstantSetter::~ConstantSetter() = default;

void ConstantSetter::set(size_t index, std::span<const std::byte> bytes)
{
    guarded([&] { setBytes(index, bytes); });
}

void ConstantSetter::set(size_t index, const ConstantSource& source, const std::stop_token& stop)
{
    guarded([&] { setFrom(index, source, stop); });
}

// What a failed attempt leaves half done is nobody's.
void ConstantSetter::guarded(const std::function<void()>& attempt)
{
    try {
        attempt();
    } catch (...) {
        const Error error = currentError();
        m_writer.reset();
        m_memory.reset();
        throw error;
    }
}

void ConstantSetter::setBytes(size_t index, std::span<const std::byte> bytes)
{
    ConstantInfo constant = hollow(index);
    if (bytes.size() != constant.sizeBytes) {
        throw Error(ErrorKind::InvalidArgument,
            "Constant '" + constant.name + "' (" + toString(constant.descriptor) + ") takes "
                + std::to_string(constant.sizeBytes) + " bytes, not " + std::to_string(bytes.size()));
    }
    begin();
    constant.source = {}; // as the device wants them
    DeviceDestination destination(
        constant, copyRouteOf(constant, {m_device->traits(), LoadOptions()}), m_memory);
    for (size_t offset = 0; offset < bytes.size();) {
        const auto part =
            bytes.subspan(offset, std::min<uint64_t>(destination.maxSliceBytes(), bytes.size() - offset));
        DestinationSlice slice = destination.slice(offset, part.size());
        std::ranges::copy(part, slice.bytes().begin());
        slice.commit();
        offset += part.size();
    }
    finish(index, destination.written().storage());
}

void ConstantSetter::setFrom(size_t index, const ConstantSource& source, const std::stop_token& stop)
{
    const auto constant = std::make_shared<ConstantInfo>(hollow(index));
    constant->source = source;
    try {
        requireSource(*constant);
    } catch (const Error& error) {
        throw notSet(*constant, error);
    }
    begin();
    const CopyRoute route = copyRouteOf(*constant, {m_device->traits(), LoadOptions()});
    auto loader = m_loaders ? m_loaders->find(source, memoryKindOf(route)) : nullptr;
    if (loader == nullptr) {
        finish(index, m_writer->write(*constant, route, stop).storage());
        return;
    }
    ExternalLoad load(m_device->meter(), {{index, constant, std::move(loader)}});
    std::optional<ExternalLoad::Brought> brought;
    while (!brought) {
        brought = load.step(
            [&](size_t /*the only one*/) {
                return std::make_shared<DeviceDestination>(*constant, route, m_memory);
            },
            stop);
    }
    finish(index, static_cast<DeviceDestination&>(*brought->destination).written().storage());
}

const ConstantInfo& ConstantSetter::hollow(size_t index) const
{
    if (index >= m_store->count()) {
        throw Error(ErrorKind::InvalidArgument,
            "There is no constant " + std::to_string(index) + "; the graph has "
                + std::to_string(m_store->count()));
    }
    if (m_store->isSet(index)) {
        throw Error(ErrorKind::InvalidState,
            "Constant '" + m_store->info(index).name + "' is set already; a constant is set once");
    }
    return m_store->info(index);
}

void ConstantSetter::begin()
{
    m_device->throwIfLost();
    const auto arena = m_store->arena(m_device);
    // Constants with a source may be loaded, and never come here; if they do, blocks grow with what is set.
    arena->expect(std::max(
        {m_store->sourcelessArenaBytes(), m_store->setBytes() / 8, vulkan::WeightArena::smallBlockBytes}));
    if (m_memory == nullptr) {
        const LoadOptions options;
        m_memory = std::make_shared<TransferMemory>(m_device, options, arena, m_pipelines);
        m_writer = std::make_unique<DeviceWriter>(m_device->meter(), options, m_memory);
    }
}

// A graph may be dispatched as soon as its last constant is set.
void ConstantSetter::finish(size_t index, ConstantStorage storage)
{
    m_writer->finish();
    m_store->set(index, std::make_shared<const ConstantStorage>(std::move(storage)));
    if (m_store->setCount() == m_store->count()) {
        m_writer.reset();
        m_memory.reset();
    }
}

} // namespace weightless
