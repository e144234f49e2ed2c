// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/externalload.h"

#include "engine/base/error.h"
#include "engine/constants/conversion/elementconversion.h"

#include <algorithm>
#include <utility>

namespace weightless {

MemoryKind memoryKindOf(const vulkan::Device& device, const LoadOptions& options)
{
    const bool isVisible = device.traits().hasUnifiedMemory && options.forcedPath != LoadPath::Staged;
    return isVisible ? MemoryKind::HostVisible : MemoryKind::DeviceOnly;
}

ExternalLoad::ExternalLoad(const LoadSite& site, std::vector<size_t>& pending)
    : m_device(site.device)
    , m_store(site.store)
{
    if (site.loaders == nullptr) {
        return;
    }
    const MemoryKind kind = memoryKindOf(*site.device, site.options);
    std::erase_if(pending, [&](size_t index) {
        auto loader = site.loaders->find(m_store->info(index).source, kind);
        if (loader == nullptr) {
            return false;
        }
        auto group = std::ranges::find(m_groups, loader, &Group::loader);
        if (group == m_groups.end()) {
            m_groups.push_back({std::move(loader), {}, {}, nullptr, {}});
            group = std::prev(m_groups.end());
        }
        group->items.push_back({index, nullptr});
        m_constants.push_back(index);
        return true;
    });
    m_remaining = m_constants.size();
}

ExternalLoad::~ExternalLoad()
{
    for (Group& group : m_groups) {
        abort(group);
    }
}

std::optional<ExternalLoad::Brought> ExternalLoad::step(
    const MakeDestination& makeDestination, const std::stop_token& stop)
{
    Group& group = m_groups.front();
    try {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::Cancelled, "Loading was cancelled");
        }
        if (!group.transfer) {
            begin(group, makeDestination);
        }
        const std::optional<size_t> place = group.transfer->load(stop);
        if (!place) {
            return std::nullopt;
        }
        const auto item = itemAt(group, *place);
        if (group.items.size() == 1) {
            group.transfer->finish();
        }
        Brought brought {item->constant, item->destination, std::string(group.loader->name())};
        group.complete.push_back(std::move(item->destination));
        group.items.erase(item);
        --m_remaining;
        if (group.items.empty()) {
            m_groups.pop_front();
        }
        return brought;
    } catch (...) {
        const Error error = currentError();
        abort(group);
        throw error;
    }
}

void ExternalLoad::begin(Group& group, const MakeDestination& makeDestination) const
{
    group.transfer = group.loader->begin(m_device->meter());
    group.prepared.clear();
    for (Item& item : group.items) {
        const ConstantInfo& constant = m_store->info(item.constant);
        if (lengthBytes(constant.source) != storedBytesOf(constant)) {
            throw Error(ErrorKind::InvalidArgument,
                "Constant '" + constant.name + "' (" + toString(constant.descriptor) + ", "
                    + weightless::describe(constant.source) + ") was not set: its source has "
                    + std::to_string(lengthBytes(constant.source)) + " bytes, its type and shape need "
                    + std::to_string(storedBytesOf(constant)));
        }
        if (item.destination) {
            item.destination->restart();
        } else {
            item.destination = makeDestination(item.constant);
        }
        group.transfer->prepare({&constant, item.destination.get()});
        group.prepared.push_back(item.constant);
    }
}

// What a loader of somebody else returns is checked, or half a constant would pass for set.
std::vector<ExternalLoad::Item>::iterator ExternalLoad::itemAt(Group& group, size_t place) const
{
    const auto item = place < group.prepared.size()
        ? std::ranges::find(group.items, group.prepared[place], &Item::constant)
        : group.items.end();
    const std::string loader = "Loader '" + std::string(group.loader->name()) + "' ";
    if (item == group.items.end()) {
        throw Error(ErrorKind::Internal,
            loader + "brought tensor " + std::to_string(place)
                + ", which it was not asked for or had brought");
    }
    const ConstantInfo& constant = m_store->info(item->constant);
    const uint64_t sizeBytes = item->destination->sizeBytes();
    if (item->destination->committedBytes() != sizeBytes) {
        throw Error(ErrorKind::Internal,
            loader + "calls constant '" + constant.name + "' complete, but it wrote "
                + std::to_string(item->destination->committedBytes()) + " of " + std::to_string(sizeBytes)
                + " bytes");
    }
    return item;
}

void ExternalLoad::abort(Group& group) noexcept
{
    if (group.transfer) {
        group.transfer->abort();
        group.transfer.reset();
    }
    group.complete.clear();
}

} // namespace weightless
